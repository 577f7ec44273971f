/// What the commands share: parsed arguments, common options, the console, and the approver at the
/// terminal.
///
/// It knows no particular command.
@NullMarked
package dev.deft.app.cli.command;

import org.jspecify.annotations.NullMarked;
