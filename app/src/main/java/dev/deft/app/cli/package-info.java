/// The command line: finds the command, prints help and completion scripts, and turns errors into
/// one line and an exit code. Small commands are here; `app.cli.*` has a package for each larger
/// one.
@NullMarked
package dev.deft.app.cli;

import org.jspecify.annotations.NullMarked;
