/// Patterns for the content of files: parses a regular expression, compiles it to an automaton over
/// UTF-8 bytes, and derives the texts and byte classes that every match contains.
///
/// [SearchPlan] is the entry point: it describes how to search for a pattern and is shared by
/// threads. [LazyDfa] matches. If no automaton can match the pattern, the plan contains a
/// [java.util.regex.Pattern].
///
/// The package knows no files and no threads.
@NullMarked
package dev.deft.search.regex;

import org.jspecify.annotations.NullMarked;
