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
/// @param pipes in the workspace; a read-only mount does not keep anybody from writing to them
/// @param sized whether this bubblewrap can bound what is in memory
public record LookSandbox(
        Path program, Surroundings surroundings, List<Path> pipes, boolean sized) {

    /// How much each place of its own holds.
    private static final long BYTES = 512L << 20;

    private static final String HOME_OF_LAST_RESORT = "/tmp/home";

    public LookSandbox {
        pipes = List.copyOf(pipes);
    }

    /// What is private and thrown away, the home directory last.
    public List<Path> places() {
        List<Path> places = new ArrayList<>(MachineMounts.own());
        places.add(home());
        return places;
    }

    /// The home directory inside: the user's own path, unless the workspace holds that.
    public Path home() {
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
        Outside outside = surroundings.outside();
        MachineMounts.system(words, outside, places());
        mounts(words, outside);
        MachineMounts.seal(words);
        words.addAll(List.of("--remount-ro", "/dev"));
        words.addAll(List.of("--chdir", surroundings.root().toString()));
        words.addAll(List.of("--seccomp", String.valueOf(filter), "--"));
        return words;
    }

    private void mounts(List<String> words, Outside outside) {
        List<Path> places = places();
        List<Path> shown = new ArrayList<>(MachineMounts.within(outside, places));
        shown.add(surroundings.root());
        Set<Path> steps = steps(places, shown);
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
            words.addAll(List.of("--ro-bind-try", it.toString(), it.toString()));
        }
        outside.secrets().stream()
                .filter(it -> outside.shows(it) || it.startsWith(surroundings.root()))
                .forEach(it -> MachineMounts.hide(words, it));
        for (Path it : pipes) {
            words.addAll(List.of("--ro-bind", "/dev/null", it.toString()));
        }
        for (Path it : steps) {
            words.addAll(List.of("--remount-ro", it.toString()));
        }
    }

    /// The directories on the way to what is shown. They are mounts that cannot be written to or
    /// moved away, so that what a command leaves behind lies in the places themselves.
    private static Set<Path> steps(List<Path> places, List<Path> shown) {
        Set<Path> steps = new LinkedHashSet<>();
        List<Path> all = new ArrayList<>(shown);
        all.addAll(places);
        for (Path place : places) {
            for (Path it : all) {
                if (it.startsWith(place) && !it.equals(place)) {
                    Path step = place.resolve(place.relativize(it).getName(0));
                    if (!all.contains(step) && shown.stream().noneMatch(step::startsWith)) {
                        steps.add(step);
                    }
                }
            }
        }
        return steps;
    }
}
