/// Temporary directories outside the workspace that are removed when their process ends, even after
/// a crash.
@NullMarked
package dev.deft.scratch;

import org.jspecify.annotations.NullMarked;
