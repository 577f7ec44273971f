package dev.deft.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Reads from `/proc` which processes descend from which.
final class ProcessTree {

    private static final Path PROC = Path.of("/proc");

    private ProcessTree() {}

    /// Everything below a process, nearest first, without itself.
    static List<Integer> below(int process) {
        Set<Integer> found = new LinkedHashSet<>();
        List<Integer> next = List.of(process);
        while (!next.isEmpty()) {
            List<Integer> children = new ArrayList<>();
            for (int parent : next) {
                children(parent).stream().filter(found::add).forEach(children::add);
            }
            next = children;
        }
        return List.copyOf(found);
    }

    /// The children of all threads of a process.
    static List<Integer> children(int process) {
        try (Stream<Path> threads = Files.list(PROC.resolve(process + "/task"))) {
            return threads.flatMap(it -> numbers(it.resolve("children"))).toList();
        } catch (IOException | java.io.UncheckedIOException _) {
            return List.of();
        }
    }

    /// The children of the main thread, where orphans are put.
    static List<Integer> childrenOfMainThread(long process) {
        return numbers(PROC.resolve(process + "/task/" + process + "/children")).toList();
    }

    private static Stream<Integer> numbers(Path file) {
        String text = read(file).strip();
        return text.isEmpty()
                ? Stream.empty()
                : Stream.of(text.split(" ", -1)).map(Integer::valueOf);
    }

    /// Whether it still runs; a zombie does not.
    static boolean lives(int process) {
        return !state(process).isEmpty() && !state(process).startsWith("Z");
    }

    /// Whether it has ended and waits to be taken off the books.
    static boolean isDead(int process) {
        return state(process).startsWith("Z");
    }

    private static String state(int process) {
        String stat = read(PROC.resolve(process + "/stat"));
        int afterName = stat.lastIndexOf(')') + 2;
        return afterName < 2 || afterName >= stat.length() ? "" : stat.substring(afterName);
    }

    /// When it was started, in clock ticks since boot; 0 when it is gone.
    static long startTicks(int process) {
        String[] fields = state(process).split(" ", -1);
        return fields.length > 19 ? Long.parseLong(fields[19]) : 0;
    }

    /// The time in clock ticks since boot; 0 when the machine does not tell.
    static long ticksNow() {
        String uptime = read(PROC.resolve("uptime"));
        int blank = uptime.indexOf(' ');
        return blank < 0 ? 0 : Math.round(Double.parseDouble(uptime.substring(0, blank)) * 100);
    }

    /// Whether a variable is in its environment as it was started with.
    static boolean carries(int process, String assignment) {
        return read(PROC.resolve(process + "/environ")).contains(assignment);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }
}
