package dev.deft.sandbox;

import dev.deft.policy.CommandFiles;
import dev.deft.policy.GrantedSockets;
import java.nio.file.Path;
import java.util.List;

/// What the commands of a session are allowed in their sandbox.
///
/// @param files what they may do with the files of the workspace
/// @param fixed files in the workspace that are protected here and nowhere else
/// @param shared directories with pipes that commands and we talk through; only below
///   [SandboxInputs#PIPES] is anything to be written to
/// @param sockets which Unix sockets they may connect to
public record SandboxGrants(
        CommandFiles files, List<Path> fixed, List<Path> shared, GrantedSockets sockets) {

    public SandboxGrants {
        fixed = List.copyOf(fixed);
        shared = List.copyOf(shared);
    }
}
