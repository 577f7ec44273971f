/// Several calls in one call.
@NullMarked
package dev.deft.batch;

import org.jspecify.annotations.NullMarked;
