package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// A control group that limits the resources of its processes, even for root.
///
/// It uses cgroup v1 and v2 as far as they are writable. If neither is, there is no group, and only
/// per-process limits apply.
public final class ControlGroup {

    private static final Path PROC = Path.of("/proc");
    private static final String PREFIX = "deft-";
    private static final AtomicLong MADE = new AtomicLong();

    private final List<Path> directories = new ArrayList<>();
    private final List<String> limited = new ArrayList<>();
    private boolean isV2;

    private ControlGroup() {}

    /// Creates a group as far as this machine allows.
    public static ControlGroup create(ResourceLimits limits) {
        return create(limits, PROC);
    }

    /// @param proc the directory `/proc`, which lists our groups and mounts
    static ControlGroup create(ResourceLimits limits, Path proc) {
        var group = new ControlGroup();
        String name = PREFIX + ProcessHandle.current().pid() + "-" + MADE.incrementAndGet();
        var hierarchies = new Hierarchies(proc);
        for (Controller it : Controller.values()) {
            hierarchies.v1(it).ifPresent(parent -> group.add(parent, name, Set.of(it), limits));
        }
        for (Hierarchies.Parent place : hierarchies.v2()) {
            if (group.add(place.parent(), name, place.controllers(), limits)) {
                group.isV2 = true;
                break;
            }
        }
        return group;
    }

    private boolean add(
            Path parent, String name, Set<Controller> controllers, ResourceLimits limits) {
        Path directory = parent.resolve(name);
        try {
            sweep(parent);
            Files.createDirectory(directory);
        } catch (IOException _) {
            return false;
        }
        try {
            for (Controller it : controllers) {
                it.limit(directory, limits);
            }
        } catch (IOException _) {
            remove(directory);
            return false;
        }
        directories.add(directory);
        controllers.forEach(it -> limited.add(it.label()));
        return true;
    }

    /// Removes the groups of dead processes.
    private static void sweep(Path parent) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path it : left) {
                String owner = it.getFileName().toString().split("-", -1)[1];
                if (!Files.exists(PROC.resolve(owner))) {
                    remove(it);
                }
            }
        }
    }

    /// The resources limited for the whole group: `pids`, `memory`.
    public List<String> limited() {
        return List.copyOf(limited);
    }

    /// The cgroup version in use: `v1` or `v2`.
    public String version() {
        return isV2 ? "v2" : "v1";
    }

    /// Adds a process; its future children are in the group too.
    public void add(int process) throws IOException {
        for (Path directory : directories) {
            Files.writeString(directory.resolve("cgroup.procs"), String.valueOf(process));
        }
    }

    /// Removes the group.
    ///
    /// @return whether it is gone; it stays while it has processes
    public boolean remove() {
        return directories.stream().allMatch(ControlGroup::remove);
    }

    private static boolean remove(Path directory) {
        try {
            Files.deleteIfExists(directory);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /// A cgroup controller and its limit files in v1 and v2.
    enum Controller {
        PIDS("pids", "pids.max", "pids.max"),
        MEMORY("memory", "memory.limit_in_bytes", "memory.max");

        private final String label;
        private final String v1;
        private final String v2;

        Controller(String label, String first, String second) {
            this.label = label;
            this.v1 = first;
            this.v2 = second;
        }

        String label() {
            return label;
        }

        /// The controllers with these names.
        static Set<Controller> among(List<String> names) {
            Set<Controller> found = EnumSet.noneOf(Controller.class);
            for (Controller it : values()) {
                if (names.contains(it.label)) {
                    found.add(it);
                }
            }
            return found;
        }

        private void limit(Path directory, ResourceLimits limits) throws IOException {
            long value = this == PIDS ? limits.processes() : limits.memory();
            Path limit = directory.resolve(v1);
            Files.writeString(
                    Files.exists(limit) ? limit : directory.resolve(v2), String.valueOf(value));
        }
    }
}
