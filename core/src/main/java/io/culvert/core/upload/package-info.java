/** The leader side: group commit, publication and the decision between references and records. */
@NullMarked
package io.culvert.core.upload;

import org.jspecify.annotations.NullMarked;
