package dev.deft.bench;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A command to measure.
///
/// @param name for the output
record BenchCommand(String name, List<String> words) {

    BenchCommand {
        words = List.copyOf(words);
    }

    /// Wall time in milliseconds.
    double millis() throws IOException, InterruptedException {
        long start = System.nanoTime();
        run(words);
        return (System.nanoTime() - start) / 1e6;
    }

    /// Peak resident memory, as reported by the kernel.
    double megabytes() throws IOException, InterruptedException {
        Path report = Files.createTempFile("bench", ".txt");
        try {
            var timed = List.of("/usr/bin/time", "-f", "%M", "-o", report.toString());
            run(Stream.concat(timed.stream(), words.stream()).toList());
            return Long.parseLong(Files.readString(report).strip()) / 1024.0;
        } finally {
            Files.delete(report);
        }
    }

    private void run(List<String> line) throws IOException, InterruptedException {
        int code =
                new ProcessBuilder(line)
                        .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.INHERIT)
                        .start()
                        .waitFor();
        if (code != 0) {
            throw new IOException(name + " ended with exit code " + code);
        }
    }
}
