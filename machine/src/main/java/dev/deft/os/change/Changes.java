package dev.deft.os.change;

import static dev.deft.kernel.Errno.EACCES;
import static dev.deft.kernel.Errno.ELOOP;
import static dev.deft.kernel.Errno.ENOENT;
import static dev.deft.kernel.Errno.ENOTDIR;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.state.StateHome;
import dev.deft.os.tree.FileAttributes;
import dev.deft.os.tree.FileContent;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import dev.deft.output.ErrorLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// Changes files, serialized per path: lock, read, decide, record, commit.
public final class Changes {

    /// How many bytes of file contents are held in memory at once.
    private static final long MOST_HELD = 32 << 20;

    private static final long RETRY_PAUSE = 1_000_000;

    private final Tree tree;
    private final StateHome home;
    private final FilePathLocks locks;
    private final ChangeJournal journal;
    private final Commit commit;
    private final PathEntries entries;

    public Changes(Tree tree, StateHome home) {
        this.tree = tree;
        this.home = home;
        this.locks = new FilePathLocks(tree, home.locks());
        this.journal = new ChangeJournal(tree, locks, home.journal());
        this.commit = new Commit(tree, journal);
        this.entries = new PathEntries(tree);
    }

    /// A file before its change.
    public record Before(
            Optional<FileStatus> status,
            Optional<FileContent> data,
            Map<String, Bytes> attributes) {

        static final Before NOTHING = new Before(Optional.empty(), Optional.empty(), Map.of());

        /// Its content, if that is in memory.
        public Optional<Bytes> content() {
            return data.filter(FileContent.InMemory.class::isInstance)
                    .map(it -> ((FileContent.InMemory) it).bytes());
        }

        FileState state() {
            return data.isEmpty()
                    ? FileState.absent()
                    : new FileState.File(data.get(), fileAttributes());
        }

        public FileAttributes fileAttributes() {
            return status.map(it -> FileAttributes.of(it, attributes)).orElse(FileAttributes.USUAL);
        }
    }

    /// Decides what shall be at paths, based on what is there now.
    @FunctionalInterface
    public interface EntryDecision {

        Map<OsPath, FileState> decide(Map<OsPath, FileState> current) throws IOException;
    }

    /// Decides the new contents of files.
    @FunctionalInterface
    public interface Decision {

        Map<OsPath, FileState> decide(Map<OsPath, Before> current) throws IOException;
    }

    /// Completes or rolls back what a killed process left. If that fails, files can still be read.
    public void repair() throws InterruptedException {
        try {
            if (journal.hasNotes()) {
                home.make();
                journal.repair();
            }
        } catch (KernelException e) {
            if (isInTheWay(e)) {
                // The next change reports in one sentence what is in the way.
                return;
            }
            ErrorLog.log(
                    System.Logger.Level.WARNING,
                    () -> "An interrupted change could not be repaired.",
                    e);
        }
    }

    /// Whether a link or a file is in the place of one of our directories.
    private static boolean isInTheWay(KernelException e) {
        return e.errno() == ELOOP || e.errno() == ENOTDIR;
    }

    /// Changes the contents of files: all or none.
    ///
    /// @param mostBytes larger files are not read
    public List<FileChange> change(
            List<OsPath> paths, long mostBytes, Decision decision, ChangeRecorder recorder)
            throws IOException, InterruptedException {
        try (var _ = take(paths)) {
            var current = new LinkedHashMap<OsPath, Before>();
            for (OsPath path : paths) {
                current.put(path, read(path, mostBytes));
            }
            Map<OsPath, FileState> wanted = decision.decide(current);
            List<ChangeTarget> targets = targets(current, wanted);
            requireWritable(targets);
            return made(targets, recorder);
        }
    }

    /// What a change would do. Nothing is locked, recorded or written.
    ///
    /// @param mostBytes larger files are not read
    public List<FileChange> preview(List<OsPath> paths, long mostBytes, Decision decision)
            throws IOException {
        var current = new LinkedHashMap<OsPath, Before>();
        for (OsPath path : paths) {
            current.put(path, read(path, mostBytes));
        }
        List<ChangeTarget> targets = targets(current, decision.decide(current));
        requireWritable(targets);
        return targets.stream().filter(it -> !it.isTouch()).map(ChangeTarget::change).toList();
    }

    /// Changes files, links and directories.
    ///
    /// @param paths not resolved
    public List<FileChange> put(List<OsPath> paths, EntryDecision decision, ChangeRecorder recorder)
            throws IOException, InterruptedException {
        try (var _ = take(paths)) {
            var entries = new LinkedHashMap<OsPath, PathEntries.Entry>();
            var current = new LinkedHashMap<OsPath, FileState>();
            long room = MOST_HELD;
            for (OsPath path : paths) {
                PathEntries.Entry entry = this.entries.read(path, room);
                room -= entry.held();
                entries.put(path, entry);
                current.put(path, entry.state());
            }
            return made(this.entries.targets(entries, decision.decide(current)), recorder);
        }
    }

    private List<FileChange> made(List<ChangeTarget> targets, ChangeRecorder recorder)
            throws IOException {
        List<FileChange> changes = new ArrayList<>();
        for (ChangeTarget target : targets) {
            if (!target.isTouch()) {
                changes.add(target.change());
            }
        }
        if (!targets.isEmpty()) {
            recorded(recorder, changes, newDirectories(targets), it -> commit(targets, it));
        }
        return changes;
    }

    /// The directories created only because files go into them.
    private List<String> newDirectories(List<ChangeTarget> targets) {
        var made = new LinkedHashSet<String>();
        for (ChangeTarget target : targets) {
            if (target.was().isEmpty() && target.isPut()) {
                made.addAll(displays(newParents(target.path())));
            }
        }
        targets.forEach(it -> made.remove(it.path().display()));
        return List.copyOf(made);
    }

    /// Errors are ignored here: the change itself meets and reports them.
    private List<OsPath> newParents(OsPath file) {
        try {
            return missingParents(file);
        } catch (KernelException _) {
            return List.of();
        }
    }

    private static List<String> displays(List<OsPath> paths) {
        return paths.stream().map(OsPath::display).toList();
    }

    private static void recorded(
            ChangeRecorder recorder,
            List<FileChange> changes,
            List<String> directories,
            Effect effect)
            throws IOException {
        try (ChangeRecorder.Receipt receipt = recorder.record(changes, directories)) {
            boolean happened = false;
            try {
                effect.run(receipt);
                happened = true;
            } finally {
                if (!happened) {
                    receipt.withdraw();
                }
            }
        }
    }

    @FunctionalInterface
    private interface Effect {

        /// @param receipt is waited for before anything changes
        void run(ChangeRecorder.Receipt receipt) throws IOException;
    }

    private static List<ChangeTarget> targets(
            Map<OsPath, Before> current, Map<OsPath, FileState> wanted) throws IOException {
        if (!current.keySet().containsAll(wanted.keySet())) {
            throw new IllegalArgumentException("a changer changes only the files it asked for");
        }
        var targets = new ArrayList<ChangeTarget>();
        for (var one : current.entrySet()) {
            FileState before = one.getValue().state();
            FileState after = wanted.getOrDefault(one.getKey(), before);
            boolean same = isSame(before.content(), after.content());
            if (!same || isModed(before, after)) {
                targets.add(
                        new ChangeTarget(
                                one.getKey(), one.getValue().status(), before, after, same));
            }
        }
        return targets;
    }

    private static boolean isModed(FileState before, FileState after) {
        return after.permissions().isPresent() && !after.permissions().equals(before.permissions());
    }

    private static boolean isSame(Optional<FileContent> one, Optional<FileContent> other)
            throws IOException {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() && other.isEmpty();
        }
        return one.get().isSame(other.get());
    }

    private void commit(List<ChangeTarget> targets, ChangeRecorder.Receipt receipt)
            throws IOException {
        try {
            commit.run(targets, receipt);
        } catch (KernelException e) {
            throw FileErrorMessages.changing(e, names(targets));
        }
    }

    private static String names(List<ChangeTarget> targets) {
        String first = targets.getFirst().path().display();
        return targets.size() == 1
                ? first
                : "%s (and %d more)".formatted(first, targets.size() - 1);
    }

    private void requireWritable(List<ChangeTarget> targets) throws HostException {
        for (ChangeTarget target : targets) {
            if (target.was().isPresent() && target.after().isLeaf()) {
                requireWritable(target);
            }
        }
    }

    private void requireWritable(ChangeTarget target) throws HostException {
        String path = target.path().display();
        int links = target.was().orElseThrow().links();
        if (links > 1) {
            throw FileErrorMessages.linked(path, links);
        }
        try {
            if (!tree.writable(target.path())) {
                throw FileErrorMessages.changing(new KernelException("write", EACCES), path);
            }
        } catch (KernelException e) {
            throw FileErrorMessages.changing(e, path);
        }
    }

    public void delete(OsPath path, ChangeRecorder recorder)
            throws IOException, InterruptedException {
        try (var _ = take(List.of(path))) {
            FileStatus status = existing(path);
            FileState before = kept(path, status, recorder);
            var target = ChangeTarget.of(path, Optional.of(status), before, FileState.absent());
            recorded(
                    recorder,
                    before.isAbsent() ? List.of() : List.of(target.change()),
                    List.of(),
                    it -> commit(List.of(target), it));
        }
    }

    public void move(OsPath from, OsPath to, ChangeRecorder recorder)
            throws IOException, InterruptedException {
        try (var _ = take(List.of(from, to))) {
            FileState state = kept(from, existing(from), recorder);
            if (tree.look(to).isPresent()) {
                throw FileErrorMessages.exists(to.display());
            }
            if (!tree.canRename(from, to)) {
                copyAndRemove(from, to, recorder);
                return;
            }
            List<FileChange> changes =
                    List.of(
                            new FileChange(from.display(), state, FileState.absent()),
                            new FileChange(to.display(), FileState.absent(), state));
            recorded(
                    recorder,
                    state.isAbsent() ? List.of() : changes,
                    displays(missingParents(to)),
                    it -> {
                        it.await();
                        rename(from, to);
                    });
        } catch (KernelException e) {
            throw FileErrorMessages.changing(e, to.display());
        }
    }

    /// Moves a file to another directory tree, which may be on another file system: all or nothing.
    private void copyAndRemove(OsPath from, OsPath to, ChangeRecorder recorder) throws IOException {
        Before before = read(from, FileContent.MOST_HELD);
        List<ChangeTarget> targets =
                List.of(
                        ChangeTarget.of(from, before.status(), before.state(), FileState.absent()),
                        ChangeTarget.of(to, Optional.empty(), FileState.absent(), before.state()));
        requireWritable(targets);
        made(targets, recorder);
    }

    private void rename(OsPath from, OsPath to) throws KernelException {
        var traces = new ChangeIntent.Traces(List.of(), missingParents(to));
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

    /// The parent directories that do not exist yet, outermost first.
    private List<OsPath> missingParents(OsPath file) throws KernelException {
        var missing = new ArrayList<OsPath>();
        for (OsPath at = file.parent(); tree.look(at).isEmpty(); at = at.parent()) {
            missing.addFirst(at);
        }
        return missing;
    }

    private FileStatus existing(OsPath path) throws HostException {
        try {
            FileStatus status =
                    tree.look(path).orElseThrow(() -> FileErrorMessages.missing(path.display()));
            requireRegular(path, status);
            return status;
        } catch (KernelException e) {
            throw FileErrorMessages.changing(e, path.display());
        }
    }

    /// What the recorder stores of a file; empty when it is too large.
    private FileState kept(OsPath path, FileStatus status, ChangeRecorder recorder)
            throws IOException {
        if (status.size() > recorder.mostBytes()) {
            recorder.recordTooLarge(path.display(), status.size());
            return FileState.absent();
        }
        return read(path, recorder.mostBytes()).state();
    }

    /// Locks the paths, and repairs them first where a killed process left them unfinished.
    private FilePathLocks.HeldLocks take(List<OsPath> paths)
            throws HostException, InterruptedException {
        try {
            while (true) {
                FilePathLocks.HeldLocks held = locked(paths);
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

    /// The directory of the locks is almost always there, and looked for only if it is not.
    private FilePathLocks.HeldLocks locked(List<OsPath> paths)
            throws KernelException, InterruptedException {
        try {
            return locks.take(paths);
        } catch (KernelException e) {
            if (e.errno() != ENOENT) {
                throw e;
            }
            home.make();
            return locks.take(paths);
        }
    }

    /// Reads a regular file completely, unless it is larger than `mostBytes`.
    Before read(OsPath path, long mostBytes) throws HostException {
        try (Tree.Source source = tree.open(path)) {
            FileStatus status = source.status();
            requireRegular(path, status);
            FileContent content =
                    status.size() <= Math.min(mostBytes, Integer.MAX_VALUE - 8)
                            ? FileContent.of(source.read(0, (int) status.size()))
                            : new LargeFileContent(tree, path, status);
            return new Before(
                    Optional.of(status), Optional.of(content), source.extendedAttributes());
        } catch (KernelException e) {
            if (e.errno() == ENOENT) {
                return Before.NOTHING;
            }
            throw FileErrorMessages.reading(e, path.display());
        }
    }

    public static void requireRegular(OsPath path, FileStatus status) throws HostException {
        if (status.isDirectory()) {
            throw FileErrorMessages.directory(path.display());
        }
        if (!status.isRegular()) {
            throw FileErrorMessages.special(path.display());
        }
    }
}
