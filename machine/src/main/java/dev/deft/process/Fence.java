package dev.deft.process;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.Spawn;
import dev.deft.policy.GrantedSockets;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.launch.ConfinedLauncher;
import dev.deft.process.launch.Launcher;
import dev.deft.process.launch.PlainLauncher;
import dev.deft.process.launch.ProcessLimits;
import dev.deft.process.pool.SandboxLauncher;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.HostPrograms;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The sandbox of a session's commands: bubblewrap, Landlock or none.
///
/// @param remark why it is not the best tier
record Fence(Launcher launcher, Optional<String> remark) {

    /// Opens the best sandbox this machine offers, unless it is turned off.
    static Fence of(CommandContext context) throws IOException, InterruptedException {
        if (!Spawn.available()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "Commands need Linux and native access for the JVM (--enable-native-access=ALL-UNNAMED).");
        }
        String bash = bash(context.sandboxes().base().helpers());
        return context.confinement().mode() == SandboxMode.OFF
                ? new Fence(plain(context, bash), Optional.empty())
                : best(context, bash);
    }

    /// The real path, because a symlink to it may not be visible in the sandbox.
    static String bash(HostPrograms helpers) throws IOException {
        Path found =
                helpers.find("bash")
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.UNAVAILABLE,
                                        "Found no bash in a directory that only its owner can write to. Install bash; deft doctor shows where Deft looks."));
        return found.toRealPath().toString();
    }

    private static Fence best(CommandContext context, String bash)
            throws IOException, InterruptedException {
        Optional<Path> bwrap = context.sandboxes().bubblewrap();
        if (bwrap.isEmpty()) {
            return second(context, bash, "bubblewrap is not installed");
        }
        try {
            return new Fence(
                    SandboxLauncher.open(context.sandboxes(), bwrap.get(), context.launching(bash)),
                    Optional.empty());
        } catch (IOException e) {
            return second(context, bash, "bubblewrap does not work here: " + e.getMessage());
        }
    }

    /// Single hosts need a network namespace, so there is no network without one.
    private static Fence second(CommandContext context, String bash, String reason)
            throws IOException, InterruptedException {
        if (!context.sandboxes().offers(Tier.LANDLOCK)) {
            return last(context, bash, reason);
        }
        NetworkReach reach = context.confinement().reach();
        try {
            Launcher launcher = ConfinedLauncher.open(context.launching(bash));
            return new Fence(
                    launcher,
                    Optional.of(
                            reach.singleHosts()
                                    ? reason + ", so single hosts cannot be reached"
                                    : singleSockets(context)
                                            ? reason + ", so single sockets cannot be used"
                                            : reason));
        } catch (IOException e) {
            return last(context, bash, reason + ", and " + e.getMessage());
        }
    }

    private static boolean singleSockets(CommandContext context) {
        GrantedSockets sockets = context.setup().choices().sockets();
        return sockets.any() && !sockets.all();
    }

    private static Fence last(CommandContext context, String bash, String reason)
            throws IOException {
        var limited = new ProcessLimits(bash, context.confinement().ration());
        return new Fence(
                new PlainLauncher(
                        Tier.NONE,
                        bash,
                        context.launching(bash).environment(),
                        it -> limited.around(it, it.environment()).start()),
                Optional.of(reason));
    }

    private static Launcher plain(CommandContext context, String bash) throws IOException {
        return new PlainLauncher(
                Tier.NONE, bash, context.launching(bash).environment(), Spawn::start);
    }

    boolean isOpen() {
        return launcher.tier() == Tier.NONE;
    }
}
