/// The task list of a model. It knows no files.
@NullMarked
package dev.deft.tools.todo;

import org.jspecify.annotations.NullMarked;
