package dev.deft.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs programs in Node to their end.
public final class NodeScript {

    private static final Path PACKAGES = Path.of("target/node/node_modules").toAbsolutePath();

    private NodeScript() {}

    /// Where the packages of `src/test/node` are.
    public static Path packages() {
        assertThat(PACKAGES)
                .as("./check installs it, from src/test/node to target/node")
                .isDirectory();
        return PACKAGES;
    }

    /// How a program ended.
    public record Finished(int exit, String out, String err) {}

    /// What a program printed on standard output; a program that fails, fails the test.
    public static String run(Path script, List<String> arguments, int seconds)
            throws IOException, InterruptedException {
        Finished finished = finish(script, arguments, seconds);
        assertThat(finished.exit())
                .as("%s%n%s%n%s", script, finished.out(), finished.err())
                .isZero();
        return finished.out();
    }

    /// Runs a program to its end, whatever it is.
    public static Finished finish(Path script, List<String> arguments, int seconds)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("node", script.toAbsolutePath().toString()));
        command.addAll(arguments);
        Path out = Files.createTempFile("node", ".out");
        Path err = Files.createTempFile("node", ".err");
        Process node =
                new ProcessBuilder(command)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        try {
            boolean ended = node.waitFor(seconds, TimeUnit.SECONDS);
            assertThat(ended).as(script + " takes too long").isTrue();
            return new Finished(node.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            node.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }
}
