package dev.deft.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// What the figures were measured on.
///
/// @param processor the model
/// @param load the average number of processes that wanted a processor in the last minute
record BenchMachine(
        LocalDate date,
        String processor,
        int cores,
        double gigabytes,
        String kernel,
        String jdk,
        double load) {

    private static final double KILOBYTES_PER_GIGABYTE = 1024.0 * 1024.0;

    static BenchMachine here() throws IOException {
        Path proc = Path.of("/proc");
        return new BenchMachine(
                LocalDate.now(ZoneId.systemDefault()),
                field(Files.readString(proc.resolve("cpuinfo")), "model name"),
                Runtime.getRuntime().availableProcessors(),
                kilobytes(Files.readString(proc.resolve("meminfo"))) / KILOBYTES_PER_GIGABYTE,
                kernel(System.getProperty("os.version")),
                Runtime.version().toString(),
                Double.parseDouble(Files.readString(proc.resolve("loadavg")).split(" ", 2)[0]));
    }

    /// Without what a distribution adds to the number.
    static String kernel(String version) {
        return System.getProperty("os.name") + " " + version.split("[^0-9.]", 2)[0];
    }

    private static double kilobytes(String memory) {
        return Double.parseDouble(field(memory, "MemTotal").replace(" kB", ""));
    }

    /// The value of the first line with a name.
    static String field(String text, String name) {
        return text.lines()
                .filter(it -> it.startsWith(name))
                .map(it -> it.substring(it.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("an unknown processor");
    }

    /// One sentence.
    String sentence() {
        return String.format(
                Locale.ROOT,
                "Measured on %s: %s, %d cores, %.0f GB, %s, JDK %s; load average before it %.2f.",
                date.format(DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH)),
                processor,
                cores,
                gigabytes,
                kernel,
                jdk,
                load);
    }
}
