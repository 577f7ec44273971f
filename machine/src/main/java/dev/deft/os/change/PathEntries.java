package dev.deft.os.change;

import static dev.deft.kernel.Errno.ENOENT;

import dev.deft.host.HostException;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.FileAttributes;
import dev.deft.os.tree.FileContent;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Reads what is at paths, and computes what must change to reach a desired state. Paths are not
/// resolved: a link is a link, and nothing is below it.
final class PathEntries {

    private final Tree tree;
    private final ChangeStepRunner steps;

    PathEntries(Tree tree) {
        this.tree = tree;
        this.steps = new ChangeStepRunner(tree);
    }

    /// What is at a path now.
    record Entry(Optional<FileStatus> status, FileState state) {

        static final Entry NOTHING = new Entry(Optional.empty(), FileState.absent());

        /// How many bytes of memory it takes.
        long held() {
            return state.content()
                    .filter(it -> it instanceof FileContent.InMemory)
                    .map(FileContent::size)
                    .orElse(0L);
        }
    }

    /// @param room the largest file to hold in memory
    Entry read(OsPath path, long room) throws HostException {
        try {
            Optional<FileStatus> found = steps.found(path);
            if (found.isEmpty()) {
                return Entry.NOTHING;
            }
            FileStatus status = found.get();
            if (status.isDirectory()) {
                var permissions = OptionalInt.of(status.permissions());
                return new Entry(found, new FileState.Directory(permissions));
            }
            if (status.isSymlink()) {
                return new Entry(found, new FileState.Link(tree.linkTarget(path)));
            }
            return file(path, room);
        } catch (KernelException e) {
            if (e.errno() == ENOENT) {
                return Entry.NOTHING;
            }
            throw FileErrorMessages.reading(e, path.display());
        }
    }

    private Entry file(OsPath path, long room) throws HostException, KernelException {
        try (Tree.Source source = tree.open(path)) {
            FileStatus status = source.status();
            Changes.requireRegular(path, status);
            FileContent content =
                    status.size() <= Math.min(room, FileContent.MOST_HELD)
                            ? FileContent.of(source.read(0, (int) status.size()))
                            : new LargeFileContent(tree, path, status);
            FileAttributes fileAttributes = FileAttributes.of(status, source.extendedAttributes());
            return new Entry(Optional.of(status), new FileState.File(content, fileAttributes));
        }
    }

    /// Computes the changes from the current to the desired state.
    ///
    /// A directory that should be removed but would not be empty stays: its other entries are not
    /// ours.
    List<ChangeTarget> targets(Map<OsPath, Entry> current, Map<OsPath, FileState> wanted)
            throws IOException {
        var targets = new ArrayList<ChangeTarget>();
        for (var one : current.entrySet()) {
            FileState after = wanted.getOrDefault(one.getKey(), one.getValue().state());
            target(one.getKey(), one.getValue(), after).ifPresent(targets::add);
        }
        targets.removeAll(staying(targets));
        return targets;
    }

    private static Optional<ChangeTarget> target(OsPath path, Entry entry, FileState after)
            throws IOException {
        FileState before = entry.state();
        var target = ChangeTarget.of(path, entry.status(), before, after);
        if (before instanceof FileState.File old && after instanceof FileState.File file) {
            if (!old.data().isSame(file.data())) {
                requireOwn(path, entry);
                return Optional.of(target);
            }
            return adjusted(target, entry.status().orElseThrow(), file.fileAttributes());
        }
        if (before.isDirectory() && after.isDirectory()) {
            return isOther(after.permissions(), before.permissions())
                    ? Optional.of(target)
                    : Optional.empty();
        }
        return before.equals(after) ? Optional.empty() : Optional.of(target);
    }

    private static Optional<ChangeTarget> adjusted(
            ChangeTarget target, FileStatus status, FileAttributes wanted) throws HostException {
        boolean moded = isOther(wanted.permissions(), OptionalInt.of(status.permissions()));
        OptionalLong time = wanted.modified();
        boolean timed = time.isPresent() && time.getAsLong() != status.modified();
        if (!moded && !timed) {
            return Optional.empty();
        }
        requireOwn(target.path(), new Entry(target.was(), target.before()));
        return Optional.of(
                new ChangeTarget(
                        target.path(), target.was(), target.before(), target.after(), true));
    }

    private static boolean isOther(OptionalInt wanted, OptionalInt now) {
        return wanted.isPresent() && !wanted.equals(now);
    }

    /// Rejects files with several hard links: the change would show under their other names, also
    /// outside the workspace.
    private static void requireOwn(OsPath path, Entry entry) throws HostException {
        int links = entry.status().orElseThrow().links();
        if (links > 1) {
            throw FileErrorMessages.linked(path.display(), links);
        }
    }

    /// Directories that should be removed and cannot, because they contain other entries.
    private List<ChangeTarget> staying(List<ChangeTarget> targets) throws HostException {
        Set<OsPath> going = new HashSet<>();
        targets.stream()
                .filter(it -> it.after().isAbsent() || it.before().isDirectory())
                .forEach(it -> going.add(it.path()));
        List<ChangeTarget> directories =
                targets.stream()
                        .filter(it -> it.before().isDirectory() && !it.after().isDirectory())
                        .sorted((a, b) -> b.path().compareTo(a.path()))
                        .toList();
        var staying = new ArrayList<ChangeTarget>();
        for (ChangeTarget target : directories) {
            if (!isEmptied(target.path(), going)) {
                if (target.after().isLeaf()) {
                    throw FileErrorMessages.changedMeanwhile(target.path().display());
                }
                going.remove(target.path());
                staying.add(target);
            }
        }
        return staying;
    }

    private boolean isEmptied(OsPath directory, Collection<OsPath> going) throws HostException {
        try {
            return tree.entries(directory).stream()
                    .allMatch(it -> going.contains(directory.child(it.name())));
        } catch (KernelException e) {
            throw FileErrorMessages.reading(e, directory.display());
        }
    }
}
