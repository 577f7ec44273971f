package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// A group of processes that the kernel gives no more than their ration, root's too.
///
/// Both generations of the kernel's interface are used as far as they can be written to; where
/// neither can, there is no group, and the limits of single processes are all there is.
public final class ControlGroup {

    private static final Path PROC = Path.of("/proc");
    private static final String PREFIX = "deft-";
    private static final AtomicLong MADE = new AtomicLong();

    private final List<Path> directories;
    private final List<String> bounded;

    private ControlGroup(List<Path> directories, List<String> bounded) {
        this.directories = directories;
        this.bounded = bounded;
    }

    /// Makes a group as far as this machine lets us.
    public static ControlGroup make(Ration ration) {
        List<Path> directories = new ArrayList<>();
        List<String> bounded = new ArrayList<>();
        String name = PREFIX + ProcessHandle.current().pid() + "-" + MADE.incrementAndGet();
        for (Controller controller : Controller.values()) {
            for (Path parent : controller.places()) {
                Path directory = parent.resolve(name);
                if (controller.bound(parent, directory, ration)) {
                    directories.add(directory);
                    bounded.add(controller.label);
                    break;
                }
            }
        }
        return new ControlGroup(directories.stream().distinct().toList(), List.copyOf(bounded));
    }

    /// What is counted for the group as a whole: `pids`, `memory`.
    public List<String> bounded() {
        return bounded;
    }

    /// Takes in a process; what it starts from then on is in the group as well.
    public void add(int process) throws IOException {
        for (Path directory : directories) {
            Files.writeString(directory.resolve("cgroup.procs"), String.valueOf(process));
        }
    }

    /// Removes the group.
    ///
    /// @return whether it is gone: it stays while a process is in it
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

    /// What the kernel counts, and the files in which it is told how much is enough.
    private enum Controller {
        PIDS("pids", "pids.max", "pids.max"),
        MEMORY("memory", "memory.limit_in_bytes", "memory.max");

        private final String label;
        private final String first;
        private final String second;

        Controller(String label, String first, String second) {
            this.label = label;
            this.first = first;
            this.second = second;
        }

        /// Where a group could be made, best first: below our own in the first generation; in the
        /// second, where a group has either processes or groups in it, beside our own.
        private List<Path> places() {
            List<Path> places = new ArrayList<>();
            for (String line : lines("self/cgroup")) {
                String[] fields = line.split(":", 3);
                if (List.of(fields[1].split(",", -1)).contains(label)) {
                    mount("cgroup", label)
                            .ifPresent(it -> places.add(it.resolve(fields[2].substring(1))));
                } else if (fields[0].equals("0")) {
                    mount("cgroup2", "").ifPresent(it -> upward(it, fields[2], places));
                }
            }
            return places;
        }

        private void upward(Path mount, String own, List<Path> places) {
            for (Path at = mount.resolve(own.substring(1)).normalize();
                    at != null && at.startsWith(mount);
                    at = at.getParent()) {
                if (delegates(at)) {
                    places.add(at);
                }
            }
        }

        private boolean delegates(Path group) {
            try {
                String handedDown = Files.readString(group.resolve("cgroup.subtree_control"));
                return List.of(handedDown.strip().split(" ", -1)).contains(label);
            } catch (IOException _) {
                return false;
            }
        }

        private boolean bound(Path parent, Path directory, Ration ration) {
            long most = this == PIDS ? ration.processes() : ration.memory();
            try {
                if (!Files.isDirectory(directory)) {
                    sweep(parent);
                    Files.createDirectory(directory);
                }
                Path limit = directory.resolve(first);
                Files.writeString(
                        Files.exists(limit) ? limit : directory.resolve(second),
                        String.valueOf(most));
                return true;
            } catch (IOException _) {
                remove(directory);
                return false;
            }
        }

        /// Removes what processes that were killed have left behind.
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

        private static Optional<Path> mount(String type, String option) {
            return lines("self/mountinfo").stream()
                    .map(it -> it.split(" ", -1))
                    .filter(it -> it.length > 9 && it[it.length - 3].equals(type))
                    .filter(it ->
                            option.isEmpty()
                                    || List.of(it[it.length - 1].split(",", -1)).contains(option))
                    .map(it -> Path.of(it[4]))
                    .filter(Files::isDirectory)
                    .findFirst();
        }

        private static List<String> lines(String file) {
            try {
                return Files.readAllLines(PROC.resolve(file));
            } catch (IOException _) {
                return List.of();
            }
        }
    }
}
