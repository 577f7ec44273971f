/// Patterns for the names of files: globs, and the ignore rules of git.
///
/// [Glob] is matched one directory at a time, so that a walk skips directories that cannot match.
/// [Ignore] holds the rules that apply inside one directory; [OuterRules] those from outside the
/// root.
///
/// The package reads the user's git excludes and no other files.
@NullMarked
package dev.deft.search.glob;

import org.jspecify.annotations.NullMarked;
