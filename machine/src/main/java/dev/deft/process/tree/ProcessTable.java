package dev.deft.process.tree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads the process tree and details of processes from `/proc`.
public final class ProcessTable {

    private static final Path PROC = Path.of("/proc");

    private static final String FILE_LOCKS = "\nMax file locks";

    private ProcessTable() {}

    /// The state of a process at one moment.
    ///
    /// @param dead whether it is a zombie
    /// @param started in clock ticks since boot
    record Stat(boolean dead, int parent, long started) {}

    /// All descendants of a process, nearest first.
    public static List<ProcessIdentity> descendants(ProcessIdentity process) {
        Set<ProcessIdentity> found = new LinkedHashSet<>();
        List<ProcessIdentity> next = List.of(process);
        while (!next.isEmpty()) {
            List<ProcessIdentity> children = new ArrayList<>();
            for (ProcessIdentity parent : next) {
                children(parent).stream().filter(found::add).forEach(children::add);
            }
            next = children;
        }
        return List.copyOf(found);
    }

    /// The children of a process, if it still exists: a child may name a reused id as its parent.
    public static List<ProcessIdentity> children(ProcessIdentity parent) {
        List<ProcessIdentity> children = new ArrayList<>();
        for (int child : children(parent.pid())) {
            stat(child)
                    .filter(it -> it.parent() == parent.pid())
                    .ifPresent(it -> children.add(new ProcessIdentity(child, it.started())));
        }
        return parent.exists() ? children : List.of();
    }

    /// All processes.
    public static List<ProcessIdentity> all() {
        try (Stream<Path> entries = Files.list(PROC)) {
            return entries.map(it -> it.getFileName().toString())
                    .filter(it -> Character.isDigit(it.charAt(0)))
                    .flatMap(it -> ProcessIdentity.of(Integer.parseInt(it)).stream())
                    .toList();
        } catch (IOException | java.io.UncheckedIOException _) {
            return List.of();
        }
    }

    /// The children of all threads of a process.
    public static List<Integer> children(int process) {
        try (Stream<Path> threads = Files.list(PROC.resolve(process + "/task"))) {
            return threads.flatMap(it -> numbers(it.resolve("children"))).toList();
        } catch (IOException | java.io.UncheckedIOException _) {
            return List.of();
        }
    }

    /// The children of the main thread: the kernel reparents orphans to it.
    static List<Integer> childrenOfMainThread(long process) {
        return numbers(PROC.resolve(process + "/task/" + process + "/children")).toList();
    }

    private static Stream<Integer> numbers(Path file) {
        String text = read(file).strip();
        return text.isEmpty()
                ? Stream.empty()
                : Stream.of(text.split(" ", -1)).map(Integer::valueOf);
    }

    /// Empty when there is no such process.
    static Optional<Stat> stat(int process) {
        String stat = read(PROC.resolve(process + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        return fields.length > 19
                ? Optional.of(
                        new Stat(
                                "Z".equals(fields[0]) || "X".equals(fields[0]),
                                Integer.parseInt(fields[1]),
                                Long.parseLong(fields[19])))
                : Optional.empty();
    }

    /// Whether the process was started with this assignment in its environment.
    public static boolean hasVariable(int process, String assignment) {
        return read(PROC.resolve(process + "/environ")).contains(assignment);
    }

    /// The number that [ProcessTag] sets on processes: `Long.MAX_VALUE` if it is not set, 0 if the
    /// process is gone.
    public static long tag(int process) {
        String limits = read(PROC.resolve(process + "/limits"));
        int line = limits.indexOf(FILE_LOCKS);
        if (line < 0) {
            return 0;
        }
        String[] words = limits.substring(line + FILE_LOCKS.length()).strip().split("\\s+", 3);
        return "unlimited".equals(words[1]) ? Long.MAX_VALUE : Long.parseLong(words[1]);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }
}
