package dev.deft.process;

import dev.deft.guard.Policy.SandboxMode;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.Spawn;
import dev.deft.sandbox.Surroundings;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What stands around the commands of a session.
///
/// @param remark why it is not the best there is
record Fence(Launcher launcher, Optional<String> remark) {

    /// The best fence this machine offers, unless none is wanted.
    static Fence of(ShellSetup setup) throws IOException, InterruptedException {
        if (!Spawn.available()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "Commands need Linux and native access for the JVM; neither is given up for another way.");
        }
        Surroundings around = setup.surroundings();
        String bash =
                around.program("bash")
                        .map(Path::toString)
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.UNAVAILABLE,
                                        "There is no bash on the PATH; install it."));
        return setup.sandbox() == SandboxMode.OFF
                ? new Fence(plain(setup, bash), Optional.empty())
                : best(setup, around, bash);
    }

    private static Fence best(ShellSetup setup, Surroundings around, String bash)
            throws IOException, InterruptedException {
        Optional<Path> bwrap = around.program("bwrap");
        if (bwrap.isEmpty()) {
            return second(setup, bash, "bubblewrap is not installed");
        }

        try {
            return new Fence(
                    CellLauncher.open(
                            bwrap.get(), bash, around, setup.network(), environment(setup)),
                    Optional.empty());
        } catch (IOException e) {
            return second(setup, bash, "bubblewrap does not work here: " + e.getMessage());
        }
    }

    private static Fence second(ShellSetup setup, String bash, String reason) throws IOException {
        return new Fence(plain(setup, bash), Optional.of(reason));
    }

    private static Launcher plain(ShellSetup setup, String bash) throws IOException {
        return new PlainLauncher(Tier.NONE, bash, environment(setup), Spawn::start);
    }

    /// What every command sees.
    private static Map<String, String> environment(ShellSetup setup) {
        return new CommandEnvironment(setup.environment(), setup.passedOn()).base();
    }

    /// Whether there is no fence at all.
    boolean isOpen() {
        return launcher.tier() == Tier.NONE;
    }
}
