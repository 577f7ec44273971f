package dev.deft.process;

import dev.deft.kernel.Spawn;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.launch.LookLandlockLauncher;
import dev.deft.process.pool.LookSandboxLauncher;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Chooses the sandbox for commands in look mode.
final class LookSandboxChoice {

    private LookSandboxChoice() {}

    /// Opens the best sandbox this machine offers.
    ///
    /// @throws IOException if there is none, with the reason
    static SandboxChoice of(CommandContext context) throws IOException, InterruptedException {
        if (context.confinement().mode() == SandboxMode.OFF) {
            throw new IOException("the sandbox is turned off");
        }
        if (!Spawn.available()) {
            throw new IOException("commands need Linux and native access for the JVM");
        }
        SandboxChoice.requireSameDirectories(context);
        String bash = SandboxChoice.bash(context.sandboxes().base().helpers());
        Optional<Path> bwrap = context.sandboxes().bubblewrap();
        String reason = "bubblewrap is not installed";
        if (bwrap.isPresent()) {
            try {
                return new SandboxChoice(
                        LookSandboxLauncher.open(
                                context.sandboxes(), bwrap.get(), context.lookSetup(bash)),
                        Optional.empty());
            } catch (IOException e) {
                reason = "bubblewrap does not work here: " + e.getMessage();
            }
        }
        if (!context.sandboxes().offers(Tier.LANDLOCK)) {
            throw new IOException(reason);
        }
        try {
            return new SandboxChoice(
                    LookLandlockLauncher.open(context.lookSetup(bash)), Optional.of(reason));
        } catch (IOException e) {
            throw new IOException(reason + ", and " + e.getMessage(), e);
        }
    }
}
