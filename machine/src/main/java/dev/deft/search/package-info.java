/// Search in a directory tree: the implementation of `glob`, `grep` and `ls`.
///
/// [Search] is the entry point. It combines `search.walk`, `search.glob`, `search.regex`,
/// `search.grep` and `search.index`. One walker serves every query. It honors `.gitignore` at every
/// level, `.ignore`, `.git/info/exclude` and the user's excludes, even without a repository; it
/// never enters `.git` and never follows a symbolic link. It opens every name relative to the
/// directory it was read from, so that an entry swapped during a walk cannot lead out of the root.
///
/// The result is what `git ls-files --cached --others --exclude-standard` and ripgrep list, with
/// these differences: git's index is not read, so a file that is tracked *and* ignored is omitted
/// (as in ripgrep); a nested repository is entered (as in ripgrep, but not in git); a symbolic link
/// is not a file. Hidden files match only patterns that name the dot.
///
/// The package knows the kernel and the JDK, but not tools, models or sessions.
@NullMarked
package dev.deft.search;

import org.jspecify.annotations.NullMarked;
