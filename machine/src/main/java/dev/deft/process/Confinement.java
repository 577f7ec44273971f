package dev.deft.process;

import dev.deft.policy.CommandFiles;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.ResourceLimits;
import java.nio.file.Path;
import java.util.List;

/// How the commands of a session are confined.
///
/// @param mode whether there has to be a sandbox
/// @param files what they may do with the files of the workspace
/// @param fixed files in the workspace that are protected here and nowhere else
/// @param reach where they may connect to
/// @param ration how much of the machine they may use
public record Confinement(
        SandboxMode mode,
        CommandFiles files,
        List<Path> fixed,
        NetworkReach reach,
        ResourceLimits ration) {

    public Confinement {
        fixed = List.copyOf(fixed);
    }

    /// No rules about files, no network, and as much of the machine as usual.
    public static Confinement of(SandboxMode mode) {
        return new Confinement(
                mode,
                CommandFiles.everything(),
                List.of(),
                NetworkReach.nowhere(),
                ResourceLimits.USUAL);
    }

    public Confinement with(CommandFiles other) {
        return new Confinement(mode, other, fixed, reach, ration);
    }

    public Confinement with(NetworkReach other) {
        return new Confinement(mode, files, fixed, other, ration);
    }

    public Confinement with(ResourceLimits other) {
        return new Confinement(mode, files, fixed, reach, other);
    }

    public Confinement fixing(List<Path> others) {
        return new Confinement(mode, files, others, reach, ration);
    }
}
