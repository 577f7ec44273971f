package dev.deft.os;

import static dev.deft.kernel.Errno.EACCES;
import static dev.deft.kernel.Errno.ENOENT;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.run.Trouble;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;

/// Changes files one change after the other for each path: lock, read, decide, record, commit.
final class Changes {

    /// What can be held in memory twice.
    private static final long MOST_BYTES = 1 << 30;

    private static final long RETRY_PAUSE = 1_000_000;

    private final Tree tree;
    private final StateHome home;
    private final PathLocks locks;
    private final Journal journal;
    private final Commit commit;

    Changes(Tree tree, StateHome home) {
        this.tree = tree;
        this.home = home;
        this.locks = new PathLocks(tree, home.locks());
        this.journal = new Journal(tree, locks, home.journal());
        this.commit = new Commit(tree, journal);
    }

    /// A file before its change.
    record Before(Optional<FileStatus> status, Optional<Bytes> content) {

        FileState state() {
            return content.map(it -> FileState.of(it, status.orElseThrow().permissions()))
                    .orElse(FileState.ABSENT);
        }
    }

    /// Says what files shall be.
    @FunctionalInterface
    interface Decision {

        Map<OsPath, FileState> decide(Map<OsPath, Before> current) throws IOException;
    }

    /// Finishes or takes back what a killed process left. Where that fails, reading goes on.
    void repair() throws InterruptedException {
        try {
            if (journal.hasNotes()) {
                home.make();
                journal.repair();
            }
        } catch (KernelException e) {
            Trouble.log(
                    System.Logger.Level.WARNING,
                    () -> "An interrupted change could not be repaired.",
                    e);
        }
    }

    List<FileChange> change(List<OsPath> paths, Decision decision, ChangeRecorder recorder)
            throws IOException, InterruptedException {
        try (var _ = take(paths)) {
            var current = new LinkedHashMap<OsPath, Before>();
            for (OsPath path : paths) {
                current.put(path, read(path, MOST_BYTES));
            }
            Map<OsPath, FileState> wanted = decision.decide(current);
            List<Commit.Target> targets = targets(current, wanted);
            List<FileChange> changes = targets.stream().map(Changes::change).toList();
            if (!changes.isEmpty()) {
                requireWritable(targets);
                recorded(recorder, changes, () -> commit(targets));
            }
            return changes;
        }
    }

    private static void recorded(ChangeRecorder recorder, List<FileChange> changes, Effect effect)
            throws IOException {
        ChangeRecorder.Receipt receipt = recorder.record(changes);
        boolean happened = false;
        try {
            effect.run();
            happened = true;
        } finally {
            if (!happened) {
                receipt.withdraw();
            }
        }
    }

    @FunctionalInterface
    private interface Effect {

        void run() throws IOException;
    }

    private static List<Commit.Target> targets(
            Map<OsPath, Before> current, Map<OsPath, FileState> wanted) {
        if (!current.keySet().containsAll(wanted.keySet())) {
            throw new IllegalArgumentException("a changer changes only the files it asked for");
        }
        var targets = new ArrayList<Commit.Target>();
        current.forEach((path, before) -> {
            FileState after = wanted.getOrDefault(path, before.state());
            if (!after.content().equals(before.content())) {
                targets.add(
                        new Commit.Target(
                                path,
                                before.status(),
                                before.content(),
                                after.content(),
                                after.permissions()));
            }
        });
        return targets;
    }

    private static FileChange change(Commit.Target target) {
        var before = new Before(target.was(), target.before()).state();
        OptionalInt permissions =
                before.permissions().isPresent() ? before.permissions() : target.permissions();
        FileState after =
                target.after().isPresent()
                        ? new FileState(target.after(), permissions)
                        : FileState.ABSENT;
        return new FileChange(target.path().display(), before, after);
    }

    private void commit(List<Commit.Target> targets) throws HostException {
        try {
            commit.run(targets);
        } catch (KernelException e) {
            throw Problems.changing(e, names(targets));
        }
    }

    private static String names(List<Commit.Target> targets) {
        String first = targets.getFirst().path().display();
        return targets.size() == 1
                ? first
                : "%s (and %d more)".formatted(first, targets.size() - 1);
    }

    private void requireWritable(List<Commit.Target> targets) throws HostException {
        for (Commit.Target target : targets) {
            if (target.was().isPresent() && target.after().isPresent()) {
                requireWritable(target);
            }
        }
    }

    private void requireWritable(Commit.Target target) throws HostException {
        String path = target.path().display();
        int links = target.was().orElseThrow().links();
        if (links > 1) {
            throw Problems.linked(path, links);
        }
        try {
            if (!tree.writable(target.path())) {
                throw Problems.changing(new KernelException("write", EACCES), path);
            }
        } catch (KernelException e) {
            throw Problems.changing(e, path);
        }
    }

    void delete(OsPath path, ChangeRecorder recorder) throws IOException, InterruptedException {
        try (var _ = take(List.of(path))) {
            FileStatus status = existing(path);
            var before = kept(path, status, recorder);
            var target =
                    new Commit.Target(
                            path,
                            Optional.of(status),
                            before.content(),
                            Optional.empty(),
                            OptionalInt.empty());
            recorded(
                    recorder,
                    before.content().isPresent() ? List.of(change(target)) : List.of(),
                    () -> commit(List.of(target)));
        }
    }

    void move(OsPath from, OsPath to, ChangeRecorder recorder)
            throws IOException, InterruptedException {
        try (var _ = take(List.of(from, to))) {
            FileState state = kept(from, existing(from), recorder);
            if (tree.look(to).isPresent()) {
                throw Problems.exists(to.display());
            }
            List<FileChange> changes =
                    List.of(
                            new FileChange(from.display(), state, FileState.ABSENT),
                            new FileChange(to.display(), FileState.ABSENT, state));
            recorded(
                    recorder,
                    state.content().isPresent() ? changes : List.of(),
                    () -> rename(from, to));
        } catch (KernelException e) {
            throw Problems.changing(e, to.display());
        }
    }

    private void rename(OsPath from, OsPath to) throws KernelException {
        var traces = new Intent.Traces(List.of(), journal.missingParents(List.of(to)));
        boolean moved = false;
        try {
            for (OsPath directory : traces.directories()) {
                tree.makeDirectory(directory);
            }
            tree.move(from, to);
            moved = true;
            tree.sync(to.parent());
            tree.sync(from.parent());
        } finally {
            if (!moved) {
                journal.erase(traces);
            }
        }
    }

    private FileStatus existing(OsPath path) throws HostException {
        try {
            FileStatus status = tree.look(path).orElseThrow(() -> Problems.missing(path.display()));
            requireRegular(path, status);
            return status;
        } catch (KernelException e) {
            throw Problems.changing(e, path.display());
        }
    }

    /// What the recorder is to keep of a file; nothing when it is too large.
    private FileState kept(OsPath path, FileStatus status, ChangeRecorder recorder)
            throws IOException {
        if (status.size() > recorder.mostBytes()) {
            recorder.recordUnkept(path.display(), status.size());
            return FileState.ABSENT;
        }
        return read(path, recorder.mostBytes()).state();
    }

    /// Takes the paths, and repairs them first where a killed process left them half done.
    private PathLocks.Held take(List<OsPath> paths) throws HostException, InterruptedException {
        try {
            home.make();
            while (true) {
                PathLocks.Held held = locks.take(paths);
                boolean ready = false;
                try {
                    ready = !journal.isHalfDone(paths);
                } finally {
                    if (!ready) {
                        held.close();
                    }
                }
                if (ready) {
                    return held;
                }
                journal.repair();
                LockSupport.parkNanos(RETRY_PAUSE);
            }
        } catch (KernelException e) {
            throw home.problem(e);
        }
    }

    /// Reads all of a regular file.
    Before read(OsPath path, long mostBytes) throws HostException {
        try (Tree.Source source = tree.open(path)) {
            FileStatus status = source.status();
            requireRegular(path, status);
            if (status.size() > mostBytes) {
                throw Problems.tooLarge(path.display(), status.size(), mostBytes);
            }
            Bytes content = source.read(0, (int) status.size());
            return new Before(Optional.of(status), Optional.of(content));
        } catch (KernelException e) {
            if (e.errno() == ENOENT) {
                return new Before(Optional.empty(), Optional.empty());
            }
            throw Problems.reading(e, path.display());
        }
    }

    static void requireRegular(OsPath path, FileStatus status) throws HostException {
        if (status.isDirectory()) {
            throw Problems.directory(path.display());
        }
        if (!status.isRegular()) {
            throw Problems.special(path.display());
        }
    }
}
