package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The bubblewrap mounts of the machine around a workspace: what programs need, read-only, and
/// private temporary directories.
public final class MachineMounts {

    /// Private, empty, and removed with the sandbox.
    private static final List<String> TEMPORARY = List.of("/tmp", "/run", "/var/tmp", "/dev/shm");

    /// Root can write to these without any capability.
    private static final List<String> KERNEL_SETTINGS =
            List.of("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/acpi");

    private MachineMounts() {}

    /// Mounts everything outside the workspace except secrets. Afterwards the workspace is mounted
    /// and [#seal] is called.
    ///
    /// @param roots the workspace and the further directories
    public static void outside(List<String> words, OutsidePaths outside, List<Path> roots) {
        List<Path> own = temporaryDirectories();
        system(words, outside, own);
        own.forEach(it -> words.addAll(List.of("--tmpfs", it.toString())));
        steps(outside, roots).forEach(it -> words.addAll(List.of("--tmpfs", it.toString())));
        within(outside, own).forEach(it -> show(words, it));
        outside.home().ifPresent(it -> words.addAll(List.of("--dir", it.toString())));
        outside.secrets().stream().filter(outside::shows).forEach(it -> hide(words, it));
    }

    /// The directories below temporary ones that lead to the workspace, the home or other visible
    /// paths. They are read-only.
    private static Set<Path> steps(OutsidePaths outside, List<Path> roots) {
        List<Path> shown = new ArrayList<>(outside.visible());
        shown.addAll(roots);
        List<Path> all = new ArrayList<>(shown);
        outside.home().ifPresent(all::add);
        Set<Path> steps = new LinkedHashSet<>();
        for (Path base : temporaryDirectories()) {
            for (Path it : all) {
                if (it.startsWith(base) && !it.equals(base)) {
                    steps.add(base.resolve(base.relativize(it).getName(0)));
                }
            }
        }
        steps.removeAll(shown);
        return steps;
    }

    /// Makes those directories read-only, after everything in them is mounted.
    static void sealSteps(List<String> words, OutsidePaths outside, List<Path> roots) {
        steps(outside, roots).forEach(it -> words.addAll(List.of("--remount-ro", it.toString())));
    }

    /// The existing temporary directories.
    static List<Path> temporaryDirectories() {
        return TEMPORARY.stream()
                .map(Path::of)
                .filter(it -> Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    /// Mounts what programs need, except paths below directories that are mounted later.
    static void system(List<String> words, OutsidePaths outside, List<Path> places) {
        for (Path it : outside.visible()) {
            if (places.stream().noneMatch(it::startsWith)) {
                show(words, it);
            }
        }
        words.addAll(List.of("--dev", "/dev", "--proc", "/proc"));
        words.addAll(List.of("--tmpfs", "/proc/1", "--remount-ro", "/proc/1"));
        for (String switches : KERNEL_SETTINGS) {
            if (Files.exists(Path.of(switches))) {
                words.addAll(List.of("--ro-bind", switches, switches));
            }
        }
        if (Files.isSymbolicLink(Path.of("/var/run"))) {
            words.addAll(List.of("--symlink", "/run", "/var/run"));
        }
    }

    /// The visible paths below some directories.
    static List<Path> within(OutsidePaths outside, List<Path> places) {
        return outside.visible().stream()
                .filter(it -> places.stream().anyMatch(it::startsWith))
                .toList();
    }

    /// Symlinks in the root directory, such as `/bin`, stay symlinks; others are followed.
    private static void show(List<String> words, Path path) {
        if (path.getNameCount() == 1 && Files.isSymbolicLink(path)) {
            try {
                words.addAll(
                        List.of(
                                "--symlink",
                                Files.readSymbolicLink(path).toString(),
                                path.toString()));
            } catch (IOException _) {
                // It disappeared.
            }
            return;
        }
        words.addAll(List.of("--ro-bind-try", path.toString(), path.toString()));
    }

    /// Makes the root directory read-only.
    public static void seal(List<String> words) {
        words.addAll(List.of("--remount-ro", "/"));
    }

    static void hide(List<String> words, Path secret) {
        if (Files.isSymbolicLink(secret)) {
            return;
        }
        if (Files.isDirectory(secret)) {
            words.addAll(List.of("--tmpfs", secret.toString()));
            words.addAll(List.of("--remount-ro", secret.toString()));
        } else {
            words.addAll(List.of("--ro-bind", "/dev/null", secret.toString()));
        }
    }
}
