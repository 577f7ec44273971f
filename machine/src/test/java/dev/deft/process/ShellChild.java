package dev.deft.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.Shell;
import dev.deft.policy.Policy.Changes;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.OnExit;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.sandbox.Tier;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A session in a process of its own, to be killed in tests.
///
/// Its arguments are the fence, the workspace, a script and how that is run. When the script has
/// printed something, it says so and waits.
final class ShellChild {

    private static final PrintStream OUT = new PrintStream(System.out, true, UTF_8);

    private ShellChild() {}

    /// How a script is run.
    enum Manner {
        BACKGROUND,
        KEPT,
        ASIDE
    }

    /// Starts it, and returns once its script has printed something.
    static Process start(Tier tier, Path root, String script, Manner manner) throws Exception {
        return start(tier, root, script, manner, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /// @param temporary where it has its own directories
    static Process start(Tier tier, Path root, String script, Manner manner, Path temporary)
            throws Exception {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(
                List.of(
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ShellChild.class.getName(),
                        tier.name(),
                        root.toString(),
                        script,
                        manner.name()));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader said = process.inputReader(UTF_8);
        if (!"on".equals(said.readLine())) {
            process.destroyForcibly();
            throw new IllegalStateException("the session did not begin");
        }
        return process;
    }

    public static void main(String[] arguments) throws Exception {
        Tier tier = Tier.valueOf(arguments[0]);
        Path root = Path.of(arguments[1]);
        if (begun(Manner.valueOf(arguments[3]), tier, root, arguments[2])) {
            OUT.println("on");
        }
        System.in.readAllBytes();
    }

    private static boolean begun(Manner manner, Tier tier, Path root, String script)
            throws Exception {
        Shell.Command command = ShellFixture.command(script, Duration.ofMinutes(1), Map.of());
        return switch (manner) {
            case BACKGROUND -> printed(Tiers.desk(tier, root).shell().start(command));
            case KEPT ->
                    printed(
                            ShellFixture.resumable(
                                            tier, root, CommandChoices.DEFAULT.with(OnExit.KEEP))
                                    .shell()
                                    .start(command));
            case ASIDE -> {
                var desk =
                        new ShellFixture(
                                root,
                                SandboxMode.REQUIRED,
                                System.getenv(),
                                CommandChoices.DEFAULT.with(Changes.UNDOABLE),
                                Set.of(tier));
                Thread.ofVirtual().start(() -> run(desk, command));
                yield ShellFixture.eventually(() -> !desk.said.isEmpty());
            }
        };
    }

    private static boolean printed(BackgroundProcess process) throws InterruptedException {
        return ShellFixture.eventually(() -> !process.output(100).isEmpty());
    }

    private static void run(ShellFixture desk, Shell.Command command) {
        try {
            desk.shell().run(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
