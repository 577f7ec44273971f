package dev.deft.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/// Starts a class of the benches in a fresh process like `./deft`, with a start-up cache of its
/// own.
final class FreshProcess {

    private static final List<String> FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:-UsePerfData",
                    "-XX:TieredStopAtLevel=1",
                    "-Xms32m",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Xlog:disable");

    private final Class<?> program;
    private final String classPath;
    private final Path cache;

    private FreshProcess(Class<?> program, String classPath, Path cache) {
        this.program = program;
        this.classPath = classPath;
        this.cache = cache;
    }

    /// Runs the program once to create its start-up cache in `directory`.
    static FreshProcess trained(Class<?> program, Path directory, List<String> arguments)
            throws IOException, InterruptedException {
        String name = program.getSimpleName();
        var fresh =
                new FreshProcess(
                        program,
                        classPath(directory.resolve(name + ".jar")),
                        directory.resolve(name + ".aot"));
        fresh.start("-XX:AOTCacheOutput=" + fresh.cache, arguments);
        return fresh;
    }

    /// A cache needs jars.
    private static String classPath(Path own) {
        List<String> parts = new ArrayList<>(List.of(own.toString()));
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (part.endsWith(".jar")) {
                parts.add(part);
            } else {
                ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(System.err, System.err, "-cf", own.toString(), "-C", part, ".");
            }
        }
        return String.join(File.pathSeparator, parts);
    }

    /// What the program prints.
    String run(List<String> arguments) throws IOException, InterruptedException {
        return start("-XX:AOTCache=" + cache, arguments);
    }

    private String start(String flag, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(FLAGS);
        command.addAll(List.of(flag, "-cp", classPath, program.getName()));
        command.addAll(arguments);
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException("a fresh process failed: " + command);
        }
        return said;
    }
}
