package dev.deft.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A sandbox of bubblewrap where nothing lasts, as the words of its command line: everything is
/// read-only but the places of its own, which are empty and in memory.
///
/// @param program `bwrap`
/// @param outside what is seen of the machine
/// @param found what of the workspace is hidden, and its pipes: a read-only mount does not keep
///   anybody from writing to them
/// @param sized whether this bubblewrap can bound what is in memory
public record LookSandbox(
        Path program,
        SandboxInputs surroundings,
        OutsidePaths outside,
        WorkspaceScan.Found found,
        boolean sized) {

    /// How much each place of its own holds.
    private static final long BYTES = 512L << 20;

    private static final String HOME_OF_LAST_RESORT = "/tmp/home";

    /// What is private and thrown away.
    public List<Path> places() {
        List<Path> places = bases();
        places.addAll(between(places));
        return places;
    }

    private List<Path> bases() {
        List<Path> bases = new ArrayList<>(MachineMounts.own());
        bases.add(home(surroundings));
        return bases;
    }

    /// The directories between these and what is shown below them, such as `~/.cache`: they are
    /// mounts of their own, so that they cannot be moved away with what is mounted in them.
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

    /// The home directory inside: the user's own path, unless the workspace holds that.
    public static Path home(SandboxInputs surroundings) {
        return surroundings
                .home()
                .filter(it -> !it.startsWith(surroundings.root()))
                .orElse(Path.of(HOME_OF_LAST_RESORT));
    }

    /// The command line in front of the first process.
    ///
    /// @param filter the descriptor from which bubblewrap reads the filter of system calls
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
        MachineMounts.system(words, outside, places());
        mounts(words);
        MachineMounts.seal(words);
        words.addAll(List.of("--remount-ro", "/dev"));
        words.addAll(List.of("--chdir", surroundings.root().toString()));
        words.addAll(List.of("--seccomp", String.valueOf(filter), "--"));
        return words;
    }

    private void mounts(List<String> words) {
        List<Path> places = places();
        List<Path> shown = new ArrayList<>(MachineMounts.within(outside, places));
        shown.add(surroundings.root());
        Set<Path> steps = steps(bases());
        List<Path> empty = new ArrayList<>(places);
        empty.addAll(steps);
        empty.sort(Comparator.comparingInt(Path::getNameCount));
        for (Path it : empty) {
            if (sized) {
                words.addAll(List.of("--size", String.valueOf(BYTES)));
            }
            words.addAll(List.of("--tmpfs", it.toString()));
        }
        for (Path it : shown) {
            if (!it.equals(surroundings.root())) {
                words.addAll(List.of("--ro-bind-try", it.toString(), it.toString()));
            }
        }
        found.view().mount(words, surroundings.root(), surroundings.root(), true);
        outside.secrets().stream()
                .filter(it -> outside.shows(it) || it.startsWith(surroundings.root()))
                .forEach(it -> MachineMounts.hide(words, it));
        for (Path it : found.special()) {
            words.addAll(List.of("--ro-bind", "/dev/null", it.toString()));
        }
        for (Path it : steps) {
            words.addAll(List.of("--remount-ro", it.toString()));
        }
    }

    /// The directories on the way to the workspace, and to a home that lies in a temporary
    /// directory. They cannot be written to.
    private Set<Path> steps(List<Path> bases) {
        Set<Path> steps = new LinkedHashSet<>();
        List<Path> all = new ArrayList<>(bases);
        all.add(surroundings.root());
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
