package dev.deft.process;

import dev.deft.kernel.Spawn;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.launch.LookConfinedLauncher;
import dev.deft.process.pool.LookSandboxLauncher;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Chooses the sandbox for commands in look mode.
final class LookFence {

    private LookFence() {}

    /// Opens the best sandbox this machine offers.
    ///
    /// @throws IOException if there is none, with the reason
    static Fence of(CommandContext context) throws IOException, InterruptedException {
        if (context.confinement().mode() == SandboxMode.OFF) {
            throw new IOException("the sandbox is turned off");
        }
        if (!Spawn.available()) {
            throw new IOException("commands need Linux and native access for the JVM");
        }
        String bash = Fence.bash(context.sandboxes().base().helpers());
        Optional<Path> bwrap = context.sandboxes().bubblewrap();
        String reason = "bubblewrap is not installed";
        if (bwrap.isPresent()) {
            try {
                return new Fence(
                        LookSandboxLauncher.open(
                                context.sandboxes(), bwrap.get(), context.looking(bash)),
                        Optional.empty());
            } catch (IOException e) {
                reason = "bubblewrap does not work here: " + e.getMessage();
            }
        }
        if (!context.sandboxes().offers(Tier.LANDLOCK)) {
            throw new IOException(reason);
        }
        try {
            return new Fence(LookConfinedLauncher.open(context.looking(bash)), Optional.of(reason));
        } catch (IOException e) {
            throw new IOException(reason + ", and " + e.getMessage(), e);
        }
    }
}
