/** The object format, keys and references: what lies in the store and what crosses the wire. */
@NullMarked
package io.culvert.core.format;

import org.jspecify.annotations.NullMarked;
