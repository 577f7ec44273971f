package dev.deft.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.guard.Policy.CommandChoices;
import dev.deft.guard.Policy.OnExit;
import dev.deft.sandbox.Tier;
import java.io.BufferedReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A session in a process of its own, to be killed in tests.
///
/// Its arguments are the fence, the workspace, a script, which it starts in the background, and
/// whether that is to be kept. When it has printed something, it says so and waits.
final class ShellChild {

    private static final PrintStream OUT = new PrintStream(System.out, true, UTF_8);

    private ShellChild() {}

    /// Starts it, and returns once its script has printed something.
    ///
    /// @param kept whether the script outlives the session
    static Process start(Tier tier, Path root, String script, boolean kept) throws Exception {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(
                List.of(
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ShellChild.class.getName(),
                        tier.name(),
                        root.toString(),
                        script,
                        kept ? "keep" : ""));
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
        Desk desk =
                arguments[3].equals("keep")
                        ? Desk.resumable(tier, root, CommandChoices.DEFAULT.with(OnExit.KEEP))
                        : Tiers.desk(tier, root);
        var process =
                desk.shell().start(Desk.command(arguments[2], Duration.ofMinutes(1), Map.of()));
        if (Desk.eventually(() -> !process.output(100).isEmpty())) {
            OUT.println("on");
        }
        System.in.readAllBytes();
    }
}
