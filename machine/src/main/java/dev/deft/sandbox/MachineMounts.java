package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The machine around a workspace, as words of bubblewrap: what programs need, read-only, and
/// places of their own for what is temporary.
public final class MachineMounts {

    /// Private and empty, and gone with the sandbox.
    private static final List<String> OWN = List.of("/tmp", "/run", "/var/tmp", "/dev/shm");

    /// Root may write to these without any capability.
    private static final List<String> SWITCHES_OF_THE_KERNEL =
            List.of("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/acpi");

    private MachineMounts() {}

    /// Everything outside the workspace, and no secret in it. The workspace is mounted after this,
    /// then [#seal] is called.
    public static void outside(List<String> words, OutsidePaths outside, Path root) {
        List<Path> own = own();
        system(words, outside, own);
        own.forEach(it -> words.addAll(List.of("--tmpfs", it.toString())));
        steps(outside, root).forEach(it -> words.addAll(List.of("--tmpfs", it.toString())));
        within(outside, own).forEach(it -> show(words, it));
        outside.home().ifPresent(it -> words.addAll(List.of("--dir", it.toString())));
        outside.secrets().stream().filter(outside::shows).forEach(it -> hide(words, it));
    }

    /// The directories that lead through a place for what is temporary to the workspace, to the
    /// home or to what is shown. They are as they would be elsewhere: nothing can be made in them.
    private static Set<Path> steps(OutsidePaths outside, Path root) {
        List<Path> shown = new ArrayList<>(outside.visible());
        shown.add(root);
        List<Path> all = new ArrayList<>(shown);
        outside.home().ifPresent(all::add);
        Set<Path> steps = new LinkedHashSet<>();
        for (Path base : own()) {
            for (Path it : all) {
                if (it.startsWith(base) && !it.equals(base)) {
                    steps.add(base.resolve(base.relativize(it).getName(0)));
                }
            }
        }
        steps.removeAll(shown);
        return steps;
    }

    /// Closes the directories on the way, once all that is in them is mounted.
    static void sealSteps(List<String> words, OutsidePaths outside, Path root) {
        steps(outside, root).forEach(it -> words.addAll(List.of("--remount-ro", it.toString())));
    }

    /// The directories there are for what is temporary.
    static List<Path> own() {
        return OWN.stream()
                .map(Path::of)
                .filter(it -> Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    /// What programs need, but for what lies below places that are mounted later.
    static void system(List<String> words, OutsidePaths outside, List<Path> places) {
        for (Path it : outside.visible()) {
            if (places.stream().noneMatch(it::startsWith)) {
                show(words, it);
            }
        }
        words.addAll(List.of("--dev", "/dev", "--proc", "/proc"));
        words.addAll(List.of("--tmpfs", "/proc/1", "--remount-ro", "/proc/1"));
        for (String switches : SWITCHES_OF_THE_KERNEL) {
            if (Files.exists(Path.of(switches))) {
                words.addAll(List.of("--ro-bind", switches, switches));
            }
        }
        if (Files.isSymbolicLink(Path.of("/var/run"))) {
            words.addAll(List.of("--symlink", "/run", "/var/run"));
        }
    }

    /// What of it lies below places.
    static List<Path> within(OutsidePaths outside, List<Path> places) {
        return outside.visible().stream()
                .filter(it -> places.stream().anyMatch(it::startsWith))
                .toList();
    }

    /// A link of the root directory, such as `/bin`, stays one; all others are followed.
    private static void show(List<String> words, Path path) {
        if (path.getNameCount() == 1 && Files.isSymbolicLink(path)) {
            try {
                words.addAll(
                        List.of(
                                "--symlink",
                                Files.readSymbolicLink(path).toString(),
                                path.toString()));
            } catch (IOException _) {
                // It went away.
            }
            return;
        }
        words.addAll(List.of("--ro-bind-try", path.toString(), path.toString()));
    }

    /// Nothing can be made in directories that are only there to lead to others.
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
