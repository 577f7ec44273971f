package dev.deft.os.change;

import static dev.deft.kernel.Errno.ELOOP;
import static dev.deft.kernel.Errno.ENOENT;
import static dev.deft.kernel.Errno.ENOTDIR;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileErrno;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import dev.deft.output.ErrorLog;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/// The journal of changes in progress, one file each in `.deft/journal`, and the recovery of
/// changes whose writer died.
///
/// A writer keeps its record locked; a record that can be locked belongs to a dead process. A
/// change of one file needs a record only so that its temporary file is found. A change of several
/// files is committed at the moment its steps are on the disk.
final class ChangeJournal {

    private static final String OF_ONE = "one-";
    private static final String OF_SEVERAL = "all-";
    private static final String TEMP_FILE = "\\.deft-[0-9a-f]{16}\\.tmp";
    private static final int MOST_BYTES = 1 << 27;

    private final Tree tree;
    private final FilePathLocks locks;
    private final OsPath directory;
    private final ChangeStepRunner steps;

    ChangeJournal(Tree tree, FilePathLocks locks, OsPath directory) {
        this.tree = tree;
        this.steps = new ChangeStepRunner(tree);
        this.locks = locks;
        this.directory = directory;
    }

    /// A unique name for a temporary file, recognizable as ours.
    static OsPath tempFileIn(OsPath directory) {
        return directory.child(".deft-" + random() + ".tmp");
    }

    private static String random() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    /// Records what is about to be created.
    Entry begin(int files, ChangeIntent.Traces traces) throws KernelException {
        while (true) {
            OsPath file = directory.child((files == 1 ? OF_ONE : OF_SEVERAL) + random());
            Optional<Tree.LockedFile> claim = claimed(file);
            if (claim.isPresent()) {
                return begun(new Entry(file, claim.get()), traces);
            }
        }
    }

    private Optional<Tree.LockedFile> claimed(OsPath file) throws KernelException {
        try {
            return tree.tryLock(file);
        } catch (KernelException e) {
            if (e.errno() != ENOENT) {
                throw e;
            }
            tree.makeDirectory(directory);
            return tree.tryLock(file);
        }
    }

    private static Entry begun(Entry note, ChangeIntent.Traces traces) throws KernelException {
        boolean written = false;
        try {
            note.write(traces.encoded());
            written = true;
            return note;
        } finally {
            if (!written) {
                note.close();
            }
        }
    }

    /// Whether a dead writer left one of these paths unfinished. The caller holds their locks, so
    /// no running writer can be changing them.
    boolean isHalfDone(Collection<OsPath> paths) throws KernelException {
        Set<OsPath> wanted = new HashSet<>(paths);
        for (OsPath note : notes()) {
            if (!note.name().startsWith(OF_SEVERAL)) {
                continue;
            }
            ChangeIntent intent = peek(note);
            if (intent.steps().orElse(List.of()).stream()
                    .anyMatch(it -> wanted.contains(it.target()))) {
                requireRepairable(intent);
                return true;
            }
        }
        return false;
    }

    /// A change that reaches into a further directory can be repaired only where that is granted.
    private void requireRepairable(ChangeIntent intent) throws KernelException {
        if (!isRepairable(intent)) {
            throw new KernelException("repair", FileErrno.ENODEV);
        }
    }

    private boolean isRepairable(ChangeIntent intent) {
        return intent.paths().stream().allMatch(tree::holds);
    }

    private ChangeIntent peek(OsPath note) throws KernelException {
        try (Tree.Source source = tree.open(note)) {
            FileStatus status = source.status();
            int size = (int) Math.min(status.size(), MOST_BYTES);
            return ChangeIntent.decoded(source.read(0, size), status.place());
        } catch (KernelException e) {
            if (e.errno() == ENOENT) {
                return ChangeIntent.decoded(Bytes.EMPTY, "");
            }
            throw e;
        }
    }

    private List<OsPath> notes() throws KernelException {
        try {
            Set<OsPath> notes = new TreeSet<>();
            for (Tree.Entry entry : tree.entries(directory)) {
                if (entry.name().startsWith(OF_ONE) || entry.name().startsWith(OF_SEVERAL)) {
                    notes.add(directory.child(entry.name()));
                }
            }
            return List.copyOf(notes);
        } catch (KernelException e) {
            if (e.errno() == ENOENT) {
                return List.of();
            }
            throw e;
        }
    }

    boolean hasNotes() throws KernelException {
        return !notes().isEmpty();
    }

    /// Completes or rolls back what dead writers left.
    void repair() throws KernelException, InterruptedException {
        for (OsPath file : notes()) {
            Optional<Tree.LockedFile> claim = tree.tryLock(file);
            if (claim.isPresent()) {
                repair(new Entry(file, claim.get()));
            }
        }
    }

    private void repair(Entry note) throws KernelException, InterruptedException {
        boolean repaired = false;
        try {
            ChangeIntent intent = ChangeIntent.decoded(note.claim.content(), note.place());
            if (!isRepairable(intent)) {
                return;
            }
            if (intent.steps().isPresent()) {
                finish(intent.steps().get());
                removeTempFiles(intent.traces());
            } else {
                erase(intent.traces());
            }
            repaired = true;
        } finally {
            if (repaired) {
                note.close();
            } else {
                note.leave();
            }
        }
    }

    private void finish(List<ChangeStep> taken) throws KernelException, InterruptedException {
        List<OsPath> targets = taken.stream().map(ChangeStep::target).toList();
        try (var _ = locks.take(targets)) {
            for (ChangeStep step : taken) {
                if (!steps.finish(step)) {
                    ErrorLog.log(
                            System.Logger.Level.WARNING,
                            () ->
                                    "An interrupted change of "
                                            + step.target()
                                            + " was not finished: the file changed since.");
                }
            }
            for (OsPath parent : new HashSet<>(targets.stream().map(OsPath::parent).toList())) {
                syncIfThere(parent);
            }
        }
    }

    /// Skips a directory that was removed by the change.
    void syncIfThere(OsPath wanted) throws KernelException {
        unlessGone(() -> tree.sync(wanted));
    }

    /// Removes temporary files, and directories that are still empty.
    void erase(ChangeIntent.Traces traces) throws KernelException {
        removeTempFiles(traces);
        for (OsPath made : traces.directories().reversed()) {
            unlessGone(() -> tree.removeDirectory(made));
        }
    }

    private void removeTempFiles(ChangeIntent.Traces traces) throws KernelException {
        for (OsPath tempFile : traces.tempFiles()) {
            if (tempFile.name().matches(TEMP_FILE)) {
                unlessGone(() -> tree.remove(tempFile));
            }
        }
    }

    private static void unlessGone(Removal removal) throws KernelException {
        try {
            removal.run();
        } catch (KernelException e) {
            if (e.errno() != ENOENT
                    && e.errno() != ENOTDIR
                    && e.errno() != ELOOP
                    && e.errno() != FileErrno.ENOTEMPTY) {
                throw e;
            }
        }
    }

    @FunctionalInterface
    private interface Removal {

        void run() throws KernelException;
    }

    /// The journal record of one change; closing it marks the change as completed.
    final class Entry implements AutoCloseable {

        private final OsPath file;
        private final Tree.LockedFile claim;
        private boolean left;

        private Entry(OsPath file, Tree.LockedFile claim) {
            this.file = file;
            this.claim = claim;
        }

        /// Commits the change: from here on it is completed, if necessary by another process.
        void commit(List<ChangeStep> taken) throws KernelException {
            write(ChangeIntent.encoded(place(), taken));
            claim.sync();
            tree.sync(directory);
        }

        private String place() throws KernelException {
            return tree.look(file)
                    .map(FileStatus::place)
                    .orElseThrow(() -> new KernelException("journal", ENOENT));
        }

        private void write(Bytes content) throws KernelException {
            claim.append(content);
        }

        /// Leaves the remaining steps to the next [#repair].
        void leave() {
            left = true;
            claim.close();
        }

        boolean isLeft() {
            return left;
        }

        @Override
        public void close() throws KernelException {
            if (left) {
                return;
            }
            try (claim) {
                unlessGone(() -> tree.remove(file));
            }
        }
    }
}
