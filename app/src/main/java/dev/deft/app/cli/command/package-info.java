/// What the commands share: the command line told apart, the options that several commands have,
/// the console they print to, and the person at the terminal.
///
/// Knows no command.
@NullMarked
package dev.deft.app.cli.command;

import org.jspecify.annotations.NullMarked;
