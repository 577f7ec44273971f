/// The list of steps a model keeps for itself.
@NullMarked
package dev.deft.tools.todo;

import org.jspecify.annotations.NullMarked;
