package dev.deft.app.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;

/// Runs Maven, and programs it built, on the JDK of the tests.
final class MavenRun {

    private static final long MINUTES = 10;

    private MavenRun() {}

    /// Runs Maven in a directory; it has to succeed.
    ///
    /// @param log takes what it says
    static void in(Path directory, Path log, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp"));
        command.addAll(List.of(arguments));
        Map<String, String> environment =
                Map.of(
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "MAVEN_OPTS",
                        "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --sun-misc-unsafe-memory-access=allow");
        assertThat(run(directory, log, environment, command)).as(() -> tail(log)).isEqualTo(0);
    }

    /// Runs a command with these variables added, and returns its exit code. One that does not end
    /// is killed.
    static int run(Path directory, Path log, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError(command + " did not end: " + tail(log));
        }
        return process.exitValue();
    }

    private static String tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /// The local repository that the build of these tests uses.
    static Path localRepository() {
        Path jar;
        try {
            jar =
                    Path.of(
                            Assertions.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        // <repository>/org/assertj/assertj-core/<version>/<jar>
        return jar.getRoot().resolve(jar.subpath(0, jar.getNameCount() - 5));
    }
}
