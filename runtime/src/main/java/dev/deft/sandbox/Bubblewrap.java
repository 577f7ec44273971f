package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A sandbox of bubblewrap, as the words of its command line.
///
/// The first process inside has number 1 and cannot be looked into or signalled by the others.
///
/// @param program `bwrap`
/// @param outside what is seen of the machine
/// @param guarded what in the workspace stays read-only
public record Bubblewrap(
        Path program,
        Surroundings surroundings,
        Outside outside,
        List<Path> guarded,
        NetworkAccess network) {

    public Bubblewrap {
        guarded = List.copyOf(guarded);
    }

    /// Whether what is inside reaches the network.
    public enum NetworkAccess {
        NONE,
        ALL
    }

    /// The command line in front of the first process.
    ///
    /// @param filter the descriptor from which bubblewrap reads the filter of system calls
    public List<String> words(int filter) {
        return words(filter, surroundings.root());
    }

    /// The same, for a sandbox that stays when whoever made it is gone.
    public List<String> lasting(int filter) {
        List<String> words = words(filter);
        words.remove("--die-with-parent");
        return words;
    }

    /// The command line in front of the first process.
    ///
    /// @param view what is seen in place of the workspace
    public List<String> words(int filter, Path view) {
        var words = new ArrayList<String>();
        words.add(program.toString());
        words.addAll(
                List.of(
                        "--unshare-user",
                        "--unshare-pid",
                        "--unshare-ipc",
                        "--unshare-uts",
                        "--unshare-cgroup-try",
                        "--die-with-parent",
                        "--new-session",
                        "--as-pid-1"));
        if (network == NetworkAccess.NONE) {
            words.add("--unshare-net");
        }
        words.addAll(List.of("--cap-drop", "ALL", "--hostname", "sandbox"));
        MachineMounts.outside(words, outside);
        workspace(words, view);
        for (Path shared : surroundings.shared()) {
            words.addAll(List.of("--ro-bind", shared.toString(), shared.toString()));
        }
        if (opensSockets()) {
            for (Path socket : surroundings.sockets().paths()) {
                words.addAll(List.of("--bind-try", socket.toString(), real(socket).toString()));
            }
        }
        MachineMounts.seal(words);
        words.addAll(List.of("--chdir", surroundings.root().toString()));
        words.addAll(List.of("--seccomp", String.valueOf(filter), "--"));
        return words;
    }

    /// The filter of system calls that belongs to it.
    public byte[] filter() {
        return SeccompFilter.program(SeccompFilter.Network.ANY, opensSockets());
    }

    /// Single sockets can be told apart only where those without a path are out of reach: in a
    /// network of its own.
    private boolean opensSockets() {
        return surroundings.sockets().all()
                || (surroundings.sockets().any() && network == NetworkAccess.NONE);
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException _) {
            return path;
        }
    }

    private void workspace(List<String> words, Path view) {
        Path root = surroundings.root();
        words.addAll(List.of("--bind", view.toString(), root.toString()));
        for (Path repository : repositories()) {
            Path seen = view.resolve(root.relativize(repository));
            words.addAll(List.of("--bind-try", seen.toString(), repository.toString()));
        }
        for (Path fast : guarded) {
            words.addAll(List.of("--ro-bind", fast.toString(), fast.toString()));
        }
        outside.secrets().stream()
                .filter(it -> it.startsWith(root))
                .forEach(it -> MachineMounts.hide(words, it));
    }

    /// The repositories with something to hold fast in them. They are mounted over themselves: what
    /// is mounted cannot be moved away, to put another one in its place.
    private Set<Path> repositories() {
        Set<Path> found = new TreeSet<>();
        for (Path fast : guarded) {
            for (Path it = fast;
                    it != null && it.startsWith(surroundings.root());
                    it = it.getParent()) {
                if (it.endsWith(".git") && Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS)) {
                    found.add(it);
                }
            }
        }
        return found;
    }
}
