package dev.deft.host;

/// A path that lies where the call may look, with every symbolic link already followed.
///
/// Only [WorkspaceFiles#resolve] makes one, so a method that takes a `WorkspacePath` needs no check
/// of its own.
public interface WorkspacePath {

    /// {@return the spelling shown to the model and to the user: relative to the root, with `/`;
    /// the root itself is `.`}
    String display();
}
