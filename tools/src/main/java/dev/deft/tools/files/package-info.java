/// The tools that read, search and change files of the workspace.
///
/// They access files only through [dev.deft.host.WorkspaceFiles]. The packages below contain text,
/// edits, patches and pictures.
@NullMarked
package dev.deft.tools.files;

import org.jspecify.annotations.NullMarked;
