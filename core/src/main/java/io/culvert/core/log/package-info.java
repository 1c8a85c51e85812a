/** How the leader side sees the broker's logs. */
@NullMarked
package io.culvert.core.log;

import org.jspecify.annotations.NullMarked;
