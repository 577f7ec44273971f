package dev.deft.process;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.Spawn;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.sandbox.Surroundings;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What stands around the commands of a session.
///
/// @param remark why it is not the best there is
record Fence(Launcher launcher, Optional<String> remark) {

    /// The best fence this machine offers, unless none is wanted.
    ///
    /// @param tiers those that may be tried
    static Fence of(ShellSetup setup, Set<Tier> tiers) throws IOException, InterruptedException {
        if (!Spawn.available()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "Commands need Linux and native access for the JVM; neither is given up for another way.");
        }
        Surroundings around = setup.surroundings();
        String bash = bash(around);
        return setup.sandbox() == SandboxMode.OFF
                ? new Fence(plain(setup, bash), Optional.empty())
                : best(setup, tiers, around, bash);
    }

    /// The file itself: a link to it need not be visible inside.
    static String bash(Surroundings around) throws IOException {
        Path found =
                around.helpers()
                        .find("bash")
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.UNAVAILABLE,
                                        "There is no bash in a directory that only its owner can write to; install it. deft doctor shows where Deft looks."));
        return found.toRealPath().toString();
    }

    private static Fence best(ShellSetup setup, Set<Tier> tiers, Surroundings around, String bash)
            throws IOException, InterruptedException {
        Optional<Path> bwrap =
                around.helpers().find("bwrap").filter(_ -> tiers.contains(Tier.BUBBLEWRAP));
        if (bwrap.isEmpty()) {
            return second(setup, tiers, bash, "bubblewrap is not installed");
        }
        try {
            return new Fence(
                    CellLauncher.open(
                            bwrap.get(),
                            bash,
                            around,
                            setup.reach(),
                            setup.ration(),
                            environment(setup)),
                    Optional.empty());
        } catch (IOException e) {
            return second(setup, tiers, bash, "bubblewrap does not work here: " + e.getMessage());
        }
    }

    /// Single hosts cannot be told apart without a network of one's own, so there are none then.
    private static Fence second(ShellSetup setup, Set<Tier> tiers, String bash, String reason)
            throws IOException, InterruptedException {
        if (!tiers.contains(Tier.LANDLOCK)) {
            return last(setup, bash, reason);
        }
        try {
            Launcher launcher =
                    ConfinedLauncher.open(
                            bash,
                            setup.surroundings(),
                            environment(setup),
                            setup.reach().everywhere(),
                            setup.ration());
            return new Fence(
                    launcher,
                    Optional.of(
                            setup.reach().singleHosts()
                                    ? reason + ", so there is no network for single hosts"
                                    : singleSockets(setup)
                                            ? reason + ", so there are no single sockets"
                                            : reason));
        } catch (IOException e) {
            return last(setup, bash, reason + ", and " + e.getMessage());
        }
    }

    private static boolean singleSockets(ShellSetup setup) {
        return setup.choices().sockets().any() && !setup.choices().sockets().all();
    }

    private static Fence last(ShellSetup setup, String bash, String reason) throws IOException {
        var limited = new Limited(bash, setup.ration());
        return new Fence(
                new PlainLauncher(
                        Tier.NONE,
                        bash,
                        environment(setup),
                        it -> limited.around(it, it.environment()).start()),
                Optional.of(reason));
    }

    private static Launcher plain(ShellSetup setup, String bash) throws IOException {
        return new PlainLauncher(Tier.NONE, bash, environment(setup), Spawn::start);
    }

    /// What every command sees; a fence may have another place for what is temporary.
    private static Map<String, String> environment(ShellSetup setup) {
        Map<String, String> seen =
                new HashMap<>(new CommandEnvironment(setup.environment(), setup.passedOn()).base());
        String temporary = setup.environment().getOrDefault("TMPDIR", "");
        if (temporary.startsWith("/")) {
            seen.put("TMPDIR", temporary);
        }
        return seen;
    }

    /// Whether there is no fence at all.
    boolean isOpen() {
        return launcher.tier() == Tier.NONE;
    }
}
