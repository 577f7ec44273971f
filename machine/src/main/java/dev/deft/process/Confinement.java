package dev.deft.process;

import dev.deft.policy.CommandFiles;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.PinnedDirectory;
import dev.deft.sandbox.ResourceLimits;
import java.nio.file.Path;
import java.util.List;

/// How the commands of a session are confined.
///
/// @param mode whether a sandbox is required
/// @param files what commands may do with the files of the workspace
/// @param extraProtected additional protected files in the workspace
/// @param reach the hosts they can connect to
/// @param limits the resource limits
/// @param directories where they may work besides the workspace
public record Confinement(
        SandboxMode mode,
        CommandFiles files,
        List<Path> extraProtected,
        NetworkReach reach,
        ResourceLimits limits,
        List<PinnedDirectory> directories) {

    public Confinement {
        extraProtected = List.copyOf(extraProtected);
        directories = List.copyOf(directories);
    }

    /// In the workspace alone.
    public Confinement(
            SandboxMode mode,
            CommandFiles files,
            List<Path> extraProtected,
            NetworkReach reach,
            ResourceLimits limits) {
        this(mode, files, extraProtected, reach, limits, List.of());
    }

    /// No rules for files, no network, and the usual resource limits.
    public static Confinement of(SandboxMode mode) {
        return new Confinement(
                mode,
                CommandFiles.everything(),
                List.of(),
                NetworkReach.none(),
                ResourceLimits.USUAL);
    }

    public Confinement with(SandboxMode other) {
        return new Confinement(other, files, extraProtected, reach, limits, directories);
    }

    public Confinement with(CommandFiles other) {
        return new Confinement(mode, other, extraProtected, reach, limits, directories);
    }

    public Confinement with(NetworkReach other) {
        return new Confinement(mode, files, extraProtected, other, limits, directories);
    }

    public Confinement with(ResourceLimits other) {
        return new Confinement(mode, files, extraProtected, reach, other, directories);
    }

    public Confinement in(List<PinnedDirectory> others) {
        return new Confinement(mode, files, extraProtected, reach, limits, others);
    }

    public Confinement protecting(List<Path> others) {
        return new Confinement(mode, files, others, reach, limits, directories);
    }
}
