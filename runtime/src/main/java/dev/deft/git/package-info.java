/// Reads git's own files without git, as far as Deft needs them.
///
/// It is given bytes: which files may be read is decided elsewhere.
@NullMarked
package dev.deft.git;

import org.jspecify.annotations.NullMarked;
