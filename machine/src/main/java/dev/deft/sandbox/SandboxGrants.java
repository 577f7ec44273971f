package dev.deft.sandbox;

import dev.deft.policy.CommandFiles;
import dev.deft.policy.GrantedSockets;
import java.nio.file.Path;
import java.util.List;

/// What the commands of a session may do in their sandbox.
///
/// @param files what they may do with the files of the workspace
/// @param extraProtected additional protected files in the workspace
/// @param shared directories with pipes between commands and this process; only
///   [SandboxInputs#PIPES] below them is writable
/// @param sockets the Unix sockets they may connect to
/// @param directories where they may work besides the workspace
public record SandboxGrants(
        CommandFiles files,
        List<Path> extraProtected,
        List<Path> shared,
        GrantedSockets sockets,
        List<PinnedDirectory> directories) {

    public SandboxGrants {
        extraProtected = List.copyOf(extraProtected);
        shared = List.copyOf(shared);
        directories = List.copyOf(directories);
    }

    /// In the workspace alone.
    public SandboxGrants(
            CommandFiles files,
            List<Path> extraProtected,
            List<Path> shared,
            GrantedSockets sockets) {
        this(files, extraProtected, shared, sockets, List.of());
    }
}
