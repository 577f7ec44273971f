/// What arguments must look like: from a parameter record or a dialect's table to a shape, from a
/// shape to JSON Schema, and from wrong arguments to a message the model understands.
@NullMarked
package dev.deft.schema;

import org.jspecify.annotations.NullMarked;
