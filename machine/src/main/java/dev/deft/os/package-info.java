/// The host made of the real machine: files, sidecars, and the session around a call.
///
/// Files: a [dev.deft.os.WorkspaceTree] is the root directory, opened once; [dev.deft.os.OsFiles]
/// is what one call sees of it. Every path is opened by one method of one class, literally and
/// without following a link, so that what was checked is what is opened. Changes are atomic,
/// durable and serialised; what a killed process left half done is finished or taken back by the
/// next one. Nothing here knows a rule: a [dev.deft.os.PathScope] says what a call may touch.
@NullMarked
package dev.deft.os;

import org.jspecify.annotations.NullMarked;
