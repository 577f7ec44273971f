/// Reads files of git without git.
///
/// It works on bytes and does no I/O; callers decide which files may be read.
@NullMarked
package dev.deft.git;

import org.jspecify.annotations.NullMarked;
