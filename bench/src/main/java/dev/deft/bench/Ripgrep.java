package dev.deft.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;

/// Ripgrep as a child process, as other agents run it.
final class Ripgrep {

    private Ripgrep() {}

    /// The number of matching lines.
    static long matches(Path root, String pattern) throws IOException, InterruptedException {
        return lines(root, "{\"type\":\"match\"", "rg", "--json", "-e", pattern, ".");
    }

    /// The number of matching files.
    static long files(Path root, String glob) throws IOException, InterruptedException {
        return lines(root, "", "rg", "--files", "-g", glob);
    }

    private static long lines(Path root, String start, String... command)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).directory(root.toFile()).start();
        process.getOutputStream().close();
        long count = 0;
        try (var lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                count += line.startsWith(start) ? 1 : 0;
            }
        }
        process.waitFor();
        return count;
    }
}
