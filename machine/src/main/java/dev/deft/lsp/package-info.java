/// Language servers: which there are, how they are started and what they answer.
///
/// [dev.deft.lsp.WorkspaceServers] are the servers of one workspace, shared by its sessions. Each
/// runs in a sandbox where it can change nothing. The words of the protocol stop here: outside,
/// there is [dev.deft.host.LanguageServers].
@NullMarked
package dev.deft.lsp;

import org.jspecify.annotations.NullMarked;
