/// Search in a directory tree: the implementation of `glob`, `grep` and `ls`.
///
/// [Search] is the way in. It puts together `search.walk`, `search.glob`, `search.regex`,
/// `search.grep` and `search.index`. One walker serves every query. It honors `.gitignore` at every
/// level, `.ignore`, `.git/info/exclude` and the user's excludes, also where there is no
/// repository; it never enters `.git` and never follows a symbolic link. It opens every name
/// relative to the directory it was read from, so that nothing swapped during a walk leads out of
/// the root.
///
/// The result is what `git ls-files --cached --others --exclude-standard` and ripgrep list, with
/// these differences: git's index is not read, so a file that is tracked *and* ignored is left out
/// (as ripgrep does); a nested repository is entered (as ripgrep does, and git does not); a
/// symbolic link is not a file. The name of a hidden file must be asked for with its dot.
///
/// The package knows the kernel and the JDK, nothing of tools, models or sessions.
@NullMarked
package dev.deft.search;

import org.jspecify.annotations.NullMarked;
