/// The host of the real machine: files, sidecars, and the session of a call.
///
/// A [dev.deft.os.WorkspaceTree] is the root directory, opened once; [dev.deft.os.OsFiles] is the
/// part of it that one call may access. One method of one class opens every path, literally and
/// without following links, so the path that was checked is the path that is opened. Changes are
/// atomic, durable and serialized; after a crash the next process completes them or rolls them
/// back. This package knows no rules: a [dev.deft.os.PathScope] decides what a call may access.
@NullMarked
package dev.deft.os;

import org.jspecify.annotations.NullMarked;
