/** The clock that everything with a deadline takes its time from. */
@NullMarked
package io.culvert.core.time;

import org.jspecify.annotations.NullMarked;
