package dev.deft.process;

import dev.deft.kernel.Spawn;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.sandbox.Surroundings;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What stands around the commands of a session that only look.
final class LookFence {

    private LookFence() {}

    /// The best one this machine offers.
    ///
    /// @param tiers those that may be tried
    /// @throws IOException with the reason, where there is none
    static Fence of(ShellSetup setup, Set<Tier> tiers) throws IOException, InterruptedException {
        if (setup.sandbox() == SandboxMode.OFF) {
            throw new IOException("the sandbox is switched off");
        }
        if (!Spawn.available()) {
            throw new IOException("commands need Linux and native access for the JVM");
        }
        Surroundings around = setup.surroundings();
        String bash = Fence.bash(around);
        Map<String, String> environment =
                new CommandEnvironment(setup.environment(), setup.passedOn()).base();
        Optional<Path> bwrap =
                around.helpers().find("bwrap").filter(_ -> tiers.contains(Tier.BUBBLEWRAP));
        String reason = "bubblewrap is not installed";
        if (bwrap.isPresent()) {
            try {
                return new Fence(
                        LookCells.open(bwrap.get(), bash, around, setup.ration(), environment),
                        Optional.empty());
            } catch (IOException e) {
                reason = "bubblewrap does not work here: " + e.getMessage();
            }
        }
        if (!tiers.contains(Tier.LANDLOCK)) {
            throw new IOException(reason);
        }
        try {
            return new Fence(
                    LookConfined.open(bash, around, environment, setup.ration()),
                    Optional.of(reason));
        } catch (IOException e) {
            throw new IOException(reason + ", and " + e.getMessage(), e);
        }
    }
}
