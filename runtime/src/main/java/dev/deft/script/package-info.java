/// Reads a bash script before it runs: which commands could run, with which words, redirections and
/// assignments, and where that cannot be told.
///
/// The structure comes from tree-sitter's grammar; every word is then read again character by
/// character, and where the two disagree the script is not understood. Nothing here runs anything,
/// and nothing here decides: it knows neither rules nor touches.
@NullMarked
package dev.deft.script;

import org.jspecify.annotations.NullMarked;
