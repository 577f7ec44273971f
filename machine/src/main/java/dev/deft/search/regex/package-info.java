/// Patterns for the content of files: the regular expression read into a tree, compiled to an
/// automaton over the bytes of UTF-8, and the texts and byte classes that every match contains.
///
/// [SearchPlan] is the way in: how a pattern will be searched, made once and shared by threads.
/// [LazyDfa] matches. Where no automaton can do it, the plan holds a pattern of the JDK.
///
/// The package knows no files and no threads.
@NullMarked
package dev.deft.search.regex;

import org.jspecify.annotations.NullMarked;
