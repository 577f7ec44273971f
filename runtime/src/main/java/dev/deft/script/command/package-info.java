/// The commands of a script as values: words, assignments, redirections.
///
/// A [Word] separates the text that is known before the script runs from the rest. These types know
/// neither the parser nor the tables of programs.
@NullMarked
package dev.deft.script.command;

import org.jspecify.annotations.NullMarked;
