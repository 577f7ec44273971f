/// Keeps what goes to a model within bounds: the head here, all of it in a sidecar.
@NullMarked
package dev.deft.output;

import org.jspecify.annotations.NullMarked;
