/// The tools over the files of the workspace: reading, changing, finding.
///
/// They reach files through [dev.deft.host.WorkspaceFiles] alone. What they know about texts,
/// edits, patches and pictures lives in the packages below.
@NullMarked
package dev.deft.tools.files;

import org.jspecify.annotations.NullMarked;
