/// A running command, however it was started: launch request, standard input, exit, and the shell
/// scripts that run it. Knows nothing of sandboxes.
@NullMarked
package dev.deft.process.job;

import org.jspecify.annotations.NullMarked;
