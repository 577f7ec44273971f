package dev.deft.process;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.Spawn;
import dev.deft.policy.GrantedSockets;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.launch.LandlockLauncher;
import dev.deft.process.launch.Launcher;
import dev.deft.process.launch.PlainLauncher;
import dev.deft.process.launch.ProcessLimits;
import dev.deft.process.pool.SandboxLauncher;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.HostPrograms;
import dev.deft.sandbox.PinnedDirectory;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The sandbox of a session's commands: bubblewrap, Landlock or none.
///
/// @param remark why it is not the best tier
record SandboxChoice(Launcher launcher, Optional<String> remark) {

    /// Opens the best sandbox this machine offers, unless it is turned off.
    static SandboxChoice of(CommandContext context) throws IOException, InterruptedException {
        if (!Spawn.available()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "Commands need Linux and native access for the JVM"
                            + " (--enable-native-access=ALL-UNNAMED).");
        }
        requireSameDirectories(context);
        String bash = bash(context.sandboxes().base().helpers());
        return context.confinement().mode() == SandboxMode.OFF
                ? new SandboxChoice(turnedOff(context, bash), Optional.empty())
                : bubblewrap(context, bash);
    }

    /// Another directory in the place of a granted one is no reason to choose a weaker sandbox.
    static void requireSameDirectories(CommandContext context) throws HostException {
        try {
            for (PinnedDirectory it : context.confinement().directories()) {
                it.requireSame();
            }
        } catch (IOException e) {
            throw new HostException(ErrorCode.SANDBOX_DENIED, String.valueOf(e.getMessage()));
        }
    }

    /// The real path, because a symlink to it may not be visible in the sandbox.
    static String bash(HostPrograms helpers) throws IOException {
        Path found =
                helpers.find("bash")
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.UNAVAILABLE,
                                        "Found no bash in a directory that only its owner can write"
                                                + " to. Install bash; deft doctor shows where Deft"
                                                + " looks."));
        return found.toRealPath().toString();
    }

    private static SandboxChoice bubblewrap(CommandContext context, String bash)
            throws IOException, InterruptedException {
        Optional<Path> bwrap = context.sandboxes().bubblewrap();
        if (bwrap.isEmpty()) {
            return landlock(context, bash, "bubblewrap is not installed");
        }
        try {
            return new SandboxChoice(
                    SandboxLauncher.open(
                            context.sandboxes(), bwrap.get(), context.launchSetup(bash)),
                    Optional.empty());
        } catch (IOException e) {
            return landlock(context, bash, "bubblewrap does not work here: " + e.getMessage());
        }
    }

    /// Single hosts need a network namespace, so there is no network without one.
    private static SandboxChoice landlock(CommandContext context, String bash, String reason)
            throws IOException, InterruptedException {
        if (!context.sandboxes().offers(Tier.LANDLOCK)) {
            return unconfined(context, bash, reason);
        }
        NetworkReach reach = context.confinement().reach();
        try {
            Launcher launcher = LandlockLauncher.open(context.launchSetup(bash));
            return new SandboxChoice(
                    launcher,
                    Optional.of(
                            reach.isLimited()
                                    ? reason + ", so single hosts cannot be reached"
                                    : grantsSingleSockets(context)
                                            ? reason + ", so single sockets cannot be used"
                                            : reason));
        } catch (IOException e) {
            return unconfined(context, bash, reason + ", and " + e.getMessage());
        }
    }

    private static boolean grantsSingleSockets(CommandContext context) {
        GrantedSockets sockets = context.setup().choices().sockets();
        return sockets.any() && !sockets.all();
    }

    private static SandboxChoice unconfined(CommandContext context, String bash, String reason)
            throws IOException {
        return new SandboxChoice(limited(context, bash), Optional.of(reason));
    }

    /// Without a sandbox only a limit that was asked for applies.
    private static Launcher turnedOff(CommandContext context, String bash) throws IOException {
        return context.confinement().limits().bytes().isPresent()
                ? limited(context, bash)
                : new PlainLauncher(
                        Tier.NONE, bash, context.launchSetup(bash).environment(), Spawn::start);
    }

    private static Launcher limited(CommandContext context, String bash) throws IOException {
        var limits = new ProcessLimits(bash, context.confinement().limits());
        return new PlainLauncher(
                Tier.NONE,
                bash,
                context.launchSetup(bash).environment(),
                it -> limits.wrap(it, it.environment()).start());
    }

    boolean isUnconfined() {
        return launcher.tier() == Tier.NONE;
    }
}
