/// The commands of a script as values: words, assignments, redirections.
///
/// A [Word] says what of it is known before the script runs.
@NullMarked
package dev.deft.script.command;

import org.jspecify.annotations.NullMarked;
