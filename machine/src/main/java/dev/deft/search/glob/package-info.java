/// Patterns for the names of files: globs, and the ignore rules of git.
///
/// [Glob] is matched one directory at a time, so that a walk skips what cannot match. [Ignore]
/// holds the rules in force inside one directory; [OuterRules] those that come from outside the
/// root.
///
/// The package reads the user's git excludes, and no other file.
@NullMarked
package dev.deft.search.glob;

import org.jspecify.annotations.NullMarked;
