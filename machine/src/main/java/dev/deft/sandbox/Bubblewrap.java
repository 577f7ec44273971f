package dev.deft.sandbox;

import dev.deft.policy.CommandFiles.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The command line of a bubblewrap sandbox.
///
/// Its first process has id 1; other processes can neither inspect nor signal it.
///
/// @param program the path of `bwrap`
/// @param outside what is visible of the machine
/// @param found the hidden and read-only files of the workspace
public record Bubblewrap(
        Path program,
        SandboxInputs inputs,
        OutsidePaths outside,
        WorkspaceScan.Found found,
        NetworkAccess network) {

    public enum NetworkAccess {
        NONE,
        ALL
    }

    /// The command line up to the first process.
    ///
    /// @param filter the descriptor from which bubblewrap reads the seccomp filter
    public List<String> words(int filter) {
        return words(filter, inputs.root());
    }

    /// The same for a sandbox that survives the process that started it.
    public List<String> detachedWords(int filter) {
        List<String> words = words(filter);
        words.remove("--die-with-parent");
        return words;
    }

    /// The command line up to the first process.
    ///
    /// @param view the directory that is mounted in place of the workspace
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
        MachineMounts.outside(words, outside, inputs.roots());
        workspace(words, view);
        for (Path shared : inputs.shared()) {
            words.addAll(List.of("--ro-bind", shared.toString(), shared.toString()));
        }
        if (allowsSockets()) {
            for (Path socket : inputs.sockets().paths()) {
                words.addAll(List.of("--bind-try", socket.toString(), real(socket).toString()));
            }
        }
        MachineMounts.sealSteps(words, outside, inputs.roots());
        MachineMounts.seal(words);
        words.addAll(List.of("--chdir", inputs.root().toString()));
        words.addAll(List.of("--seccomp", String.valueOf(filter), "--"));
        return words;
    }

    /// Its seccomp filter.
    public byte[] filter() {
        return SeccompFilter.program(SeccompFilter.Network.ANY, allowsSockets());
    }

    /// Single sockets can be granted only in a network namespace, where abstract sockets are
    /// unreachable.
    private boolean allowsSockets() {
        return inputs.sockets().all() || (inputs.sockets().any() && network == NetworkAccess.NONE);
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException _) {
            return path;
        }
    }

    private void workspace(List<String> words, Path view) {
        Path root = inputs.root();
        found.view().mount(words, root, view, false);
        for (Path repository : repositories()) {
            if (repository.startsWith(root)) {
                Path seen = view.resolve(root.relativize(repository));
                words.addAll(List.of("--bind-try", seen.toString(), repository.toString()));
            } else if (view.equals(root)) {
                words.addAll(List.of("--bind-try", repository.toString(), repository.toString()));
            }
        }
        writableProtected()
                .forEach(it -> words.addAll(List.of("--ro-bind", it.toString(), it.toString())));
        if (allowsSockets()) {
            found.special().stream()
                    .filter(WorkspaceScan::isSocket)
                    .filter(it -> !inputs.sockets().covers(it))
                    .forEach(it -> MachineMounts.hide(words, it));
        }
        outside.secrets().stream()
                .filter(it -> inputs.roots().stream().anyMatch(it::startsWith))
                .forEach(it -> MachineMounts.hide(words, it));
    }

    /// Protected paths that the view would allow to write.
    private List<Path> writableProtected() {
        return found.protectedPaths().keySet().stream()
                .filter(it -> found.view().at(it) == Access.WRITE)
                .sorted()
                .toList();
    }

    private boolean isInside(Path path) {
        return inputs.roots().stream().anyMatch(path::startsWith);
    }

    /// Repositories with protected files. They are mounted over themselves, because a mount point
    /// cannot be moved away and replaced.
    private Set<Path> repositories() {
        Set<Path> all = new TreeSet<>();
        for (Path fast : writableProtected()) {
            for (Path it = fast; it != null && isInside(it); it = it.getParent()) {
                if (it.endsWith(".git") && Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS)) {
                    all.add(it);
                }
            }
        }
        found.repositories().stream()
                .filter(it -> found.view().at(it) == Access.WRITE)
                .forEach(all::add);
        return all;
    }
}
