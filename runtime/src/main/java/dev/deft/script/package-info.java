/// Analyses a bash script before it runs: the commands that could run, with their words,
/// redirections and assignments, and what remains uncertain.
///
/// Tree-sitter's grammar gives the structure. Every word is then read again character by character;
/// where the two disagree, the script counts as not understood. This package runs nothing and
/// decides nothing: it knows no rules and no touches.
@NullMarked
package dev.deft.script;

import org.jspecify.annotations.NullMarked;
