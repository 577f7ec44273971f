package dev.deft.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The processes below this one that began after a certain moment.
final class NewProcesses {

    private static final Path PROC = Path.of("/proc");

    private final int root = (int) ProcessHandle.current().pid();
    private final Set<Integer> before = pids();

    NewProcesses() throws IOException {}

    private static Set<Integer> pids() throws IOException {
        try (Stream<Path> all = Files.list(PROC)) {
            return all.map(it -> it.getFileName().toString())
                    .filter(it -> Character.isDigit(it.charAt(0)))
                    .map(Integer::valueOf)
                    .collect(Collectors.toSet());
        }
    }

    /// Those that are there now, the ones that wait to be reaped too.
    List<ProcessStat> now() throws IOException {
        Map<Integer, ProcessStat> all = new HashMap<>();
        for (int pid : pids()) {
            if (!before.contains(pid)) {
                ProcessStat.find(pid).ifPresent(it -> all.put(pid, it));
            }
        }
        return below(root, all);
    }

    static List<ProcessStat> below(int root, Map<Integer, ProcessStat> all) {
        return all.values().stream().filter(it -> isBelow(root, it, all)).toList();
    }

    private static boolean isBelow(int root, ProcessStat process, Map<Integer, ProcessStat> all) {
        Set<Integer> seen = new HashSet<>();
        ProcessStat it = process;
        while (it.parent() != root) {
            if (!seen.add(it.pid()) || !all.containsKey(it.parent())) {
                return false;
            }
            it = all.get(it.parent());
        }
        return true;
    }

    /// The resident pages of all. A child between fork and exec still has the memory of its parent,
    /// so processes with address spaces of the same size count once.
    static long residentPages(List<ProcessStat> processes) {
        Map<Long, Long> bySize = new HashMap<>();
        for (ProcessStat it : processes) {
            bySize.merge(it.virtualBytes(), it.residentPages(), Math::max);
        }
        return bySize.values().stream().mapToLong(Long::longValue).sum();
    }
}
