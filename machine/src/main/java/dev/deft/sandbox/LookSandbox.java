package dev.deft.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The command line of a bubblewrap sandbox for look mode: everything is read-only except private
/// directories in memory.
///
/// @param program the path of `bwrap`
/// @param outside what is visible of the machine
/// @param found the hidden files of the workspace, and its pipes, which are writable despite a
///   read-only mount
/// @param limitsSize whether this bubblewrap can limit the size of a tmpfs
public record LookSandbox(
        Path program,
        SandboxInputs inputs,
        OutsidePaths outside,
        WorkspaceScan.Found found,
        boolean limitsSize) {

    /// The size of each private directory.
    private static final long BYTES = 512L << 20;

    private static final String FALLBACK_HOME = "/tmp/home";

    /// The private directories.
    public List<Path> privateDirectories() {
        List<Path> places = bases();
        places.addAll(between(places));
        return places;
    }

    private List<Path> bases() {
        List<Path> bases = new ArrayList<>(MachineMounts.temporaryDirectories());
        bases.add(home(inputs));
        return bases;
    }

    /// The directories between the private ones and visible ones below, such as `~/.cache`. They
    /// are mount points, so that they cannot be moved away with the mounts in them.
    private Set<Path> between(List<Path> bases) {
        Set<Path> steps = steps(bases);
        Set<Path> between = new LinkedHashSet<>();
        for (Path shown : MachineMounts.within(outside, bases)) {
            for (Path it = shown.getParent();
                    it != null && !bases.contains(it);
                    it = it.getParent()) {
                if (steps.stream().noneMatch(it::startsWith)) {
                    between.add(it);
                }
            }
        }
        return between;
    }

    /// The home directory in the sandbox: the path of the user's home, unless it is in the
    /// workspace.
    public static Path home(SandboxInputs inputs) {
        return inputs.home()
                .filter(it -> inputs.roots().stream().noneMatch(it::startsWith))
                .orElse(Path.of(FALLBACK_HOME));
    }

    /// The command line up to the first process.
    ///
    /// @param filter the descriptor from which bubblewrap reads the seccomp filter
    public List<String> words(int filter) {
        var words =
                new ArrayList<>(
                        List.of(
                                program.toString(),
                                "--unshare-user",
                                "--unshare-pid",
                                "--unshare-ipc",
                                "--unshare-uts",
                                "--unshare-cgroup-try",
                                "--unshare-net",
                                "--die-with-parent",
                                "--new-session",
                                "--as-pid-1",
                                "--cap-drop",
                                "ALL",
                                "--hostname",
                                "sandbox"));
        MachineMounts.system(words, outside, privateDirectories());
        mounts(words);
        MachineMounts.seal(words);
        words.addAll(List.of("--remount-ro", "/dev"));
        words.addAll(List.of("--chdir", inputs.root().toString()));
        words.addAll(List.of("--seccomp", String.valueOf(filter), "--"));
        return words;
    }

    private void mounts(List<String> words) {
        List<Path> places = privateDirectories();
        List<Path> shown = new ArrayList<>(MachineMounts.within(outside, places));
        shown.addAll(inputs.roots());
        Set<Path> steps = steps(bases());
        List<Path> empty = new ArrayList<>(places);
        empty.addAll(steps);
        empty.sort((a, b) -> Integer.compare(a.getNameCount(), b.getNameCount()));
        for (Path it : empty) {
            if (limitsSize) {
                words.addAll(List.of("--size", String.valueOf(BYTES)));
            }
            words.addAll(List.of("--tmpfs", it.toString()));
        }
        for (Path it : shown) {
            if (!inputs.roots().contains(it)) {
                words.addAll(List.of("--ro-bind-try", it.toString(), it.toString()));
            }
        }
        found.view().mount(words, inputs.root(), inputs.root(), true);
        outside.secrets().stream()
                .filter(it -> outside.shows(it) || inputs.roots().stream().anyMatch(it::startsWith))
                .forEach(it -> MachineMounts.hide(words, it));
        for (Path it : found.special()) {
            words.addAll(List.of("--ro-bind", "/dev/null", it.toString()));
        }
        for (Path it : steps) {
            words.addAll(List.of("--remount-ro", it.toString()));
        }
    }

    /// The read-only directories on the way to the workspace, to further directories, and to a home
    /// below a temporary directory.
    private Set<Path> steps(List<Path> bases) {
        Set<Path> steps = new LinkedHashSet<>();
        List<Path> all = new ArrayList<>(bases);
        all.addAll(inputs.roots());
        for (Path base : bases) {
            for (Path it : all) {
                if (it.startsWith(base) && !it.equals(base)) {
                    Path step = base.resolve(base.relativize(it).getName(0));
                    if (!all.contains(step)) {
                        steps.add(step);
                    }
                }
            }
        }
        return steps;
    }
}
