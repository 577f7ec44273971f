/// Directories outside the workspace that last no longer than the process that made them.
@NullMarked
package dev.deft.scratch;

import org.jspecify.annotations.NullMarked;
