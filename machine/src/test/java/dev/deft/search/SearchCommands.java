package dev.deft.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Runs git and ripgrep, the judges of our answers.
final class SearchCommands {

    private final Path directory;
    private final Map<String, String> environment;

    SearchCommands(Path directory, Map<String, String> environment) {
        this.directory = directory;
        this.environment = environment;
    }

    byte[] run(String... command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(environment);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        process.getOutputStream().close();
        byte[] output = process.getInputStream().readAllBytes();
        process.waitFor();
        return output;
    }

    /// What a command prints, cut at NUL bytes and sorted as we sort.
    List<String> names(String... command) throws IOException, InterruptedException {
        String all = new String(run(command), UTF_8);
        return Arrays.stream(all.split("\0", -1))
                .filter(it -> !it.isEmpty())
                .sorted(SearchCommands::byBytes)
                .toList();
    }

    static int byBytes(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));
    }
}
