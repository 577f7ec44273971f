package dev.deft.os.change;

import dev.deft.host.HostException;
import dev.deft.kernel.FileErrno;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.FileAttributes;
import dev.deft.os.tree.FileContent;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Applies a change to its paths: all or none, and durable when it returns.
///
/// Each content is written to a temporary file first, so a lack of space or rights shows before the
/// first path has changed.
final class Commit {

    private static final int PRIVATE_FILE = 0600;

    /// From this number on, one sync of the file system is faster than one per file.
    private static final int MANY = 64;

    private final Tree tree;
    private final ChangeJournal journal;
    private final ChangeStepRunner steps;

    Commit(Tree tree, ChangeJournal journal) {
        this.tree = tree;
        this.journal = journal;
        this.steps = new ChangeStepRunner(tree);
    }

    /// The caller holds the locks of all targets.
    ///
    /// @param receipt of the record of this change, which is durable before anything changes. It is
    ///   waited for as late as possible, so that the disk writes it together with a temporary file
    void run(List<ChangeTarget> targets, ChangeRecorder.Receipt receipt) throws IOException {
        ChangeTarget first = targets.getFirst();
        boolean one = targets.size() == 1 && !first.before().isDirectory();
        if (one && first.after().isAbsent()) {
            receipt.await();
            remove(first);
            return;
        }
        one &= first.isPut();
        var plan = new ChangePlan(steps, targets);
        ChangeIntent.Traces traces = plan.traces();
        ChangeJournal.Entry note = journal.begin(one ? 1 : targets.size() + 1, traces);
        boolean settled = false;
        try {
            List<ChangeStep> all = prepare(targets, plan, receipt);
            if (one) {
                steps.take(all.getFirst());
                settled = true;
            } else {
                settled = takeAll(note, all, targets);
            }
            syncParents(targets, traces.directories());
        } finally {
            close(note, traces, settled);
        }
    }

    private void remove(ChangeTarget target) throws HostException, KernelException {
        requireUntouched(target);
        tree.remove(target.path());
        tree.sync(target.path().parent());
    }

    private List<ChangeStep> prepare(
            List<ChangeTarget> targets, ChangePlan plan, ChangeRecorder.Receipt receipt)
            throws IOException {
        if (!plan.traces().directories().isEmpty()) {
            receipt.await();
        }
        for (OsPath directory : plan.traces().directories()) {
            makeDirectory(directory);
        }
        boolean atOnce = plan.traces().tempFiles().size() >= MANY && tree.syncsAtOnce();
        var identities = new HashMap<OsPath, String>();
        for (ChangeTarget target : targets) {
            if (target.isPut()) {
                OsPath tempFile = plan.tempFile(target.path());
                identities.put(
                        target.path(),
                        write(tempFile, target.before(), target.after(), !atOnce, receipt));
            }
        }
        receipt.await();
        if (atOnce) {
            tree.syncAll();
        }
        for (ChangeTarget target : targets) {
            requireUntouched(target);
        }
        return plan.steps(identities);
    }

    private void makeDirectory(OsPath directory) throws KernelException {
        try {
            tree.makeDirectory(directory);
        } catch (KernelException e) {
            if (e.errno() != FileErrno.EEXIST) {
                throw e;
            }
        }
    }

    /// @return the identity of the written file
    private String write(
            OsPath path,
            FileState before,
            FileState after,
            boolean synced,
            ChangeRecorder.Receipt receipt)
            throws IOException {
        if (after instanceof FileState.Link(String target)) {
            tree.makeLink(path, target);
            return identity(path);
        }
        var file = (FileState.File) after;
        FileAttributes fileAttributes =
                before instanceof FileState.File old
                        ? file.fileAttributes().or(old.fileAttributes())
                        : file.fileAttributes();
        int permissions = fileAttributes.isUsual() ? Tree.NEW_FILE : PRIVATE_FILE;
        try (Tree.NewFile tempFile = tree.create(path, permissions)) {
            file.data().transferTo(tempFile::write);
            tempFile.setAttributes(fileAttributes);
            if (synced) {
                tempFile.startSync();
                receipt.await();
                tempFile.sync();
            }
            return tempFile.status().identity();
        }
    }

    private String identity(OsPath path) throws KernelException {
        return steps.found(path).map(FileStatus::identity).orElse("");
    }

    private void requireUntouched(ChangeTarget target) throws HostException, KernelException {
        Optional<FileStatus> now = steps.found(target.path());
        Function<FileStatus, String> spelling =
                target.before().isDirectory() ? FileStatus::place : FileStatus::identity;
        if (!now.map(spelling).equals(target.was().map(spelling))
                && !(now.isPresent() && now.get().isDirectory() && target.after().isDirectory())) {
            throw FileErrorMessages.changedMeanwhile(target.path().display());
        }
    }

    private boolean takeAll(
            ChangeJournal.Entry note, List<ChangeStep> all, List<ChangeTarget> targets)
            throws IOException {
        note.commit(all);
        for (int done = 0; done < all.size(); done++) {
            try {
                steps.take(all.get(done));
            } catch (KernelException e) {
                rollBack(note, all.subList(0, done), targets);
                throw e;
            }
        }
        return true;
    }

    /// If the rollback fails too, the next repair completes the change instead.
    private void rollBack(
            ChangeJournal.Entry note, List<ChangeStep> done, List<ChangeTarget> targets)
            throws IOException {
        Map<OsPath, ChangeTarget> byPath =
                targets.stream().collect(Collectors.toMap(ChangeTarget::path, it -> it));
        boolean back = false;
        try {
            for (ChangeStep step : done.reversed()) {
                rollBack(step, Optional.ofNullable(byPath.get(step.target())));
            }
            back = true;
        } finally {
            if (!back) {
                note.leave();
            }
        }
    }

    private void rollBack(ChangeStep step, Optional<ChangeTarget> of) throws IOException {
        OsPath path = step.target();
        if (step instanceof ChangeStep.MakeDirectory) {
            steps.take(new ChangeStep.RemoveDirectory(path, ""));
            return;
        }
        FileState before = of.orElseThrow().before();
        if (step instanceof ChangeStep.Adjust) {
            if (before.permissions().isPresent()) {
                tree.adjust(path, before.permissions(), OptionalLong.empty());
            }
        } else if (step instanceof ChangeStep.RemoveDirectory) {
            makeDirectory(path);
            tree.adjust(path, before.permissions(), OptionalLong.empty());
        } else if (before.isLeaf()) {
            putBack(path, before);
        } else {
            tree.remove(path);
        }
    }

    private void putBack(OsPath path, FileState before) throws IOException {
        if (before instanceof FileState.File file
                && !(file.data() instanceof FileContent.InMemory)) {
            // The replaced content is gone.
            throw new KernelException("replace", FileErrno.EIO);
        }
        OsPath tempFile = ChangeJournal.tempFileIn(path.parent());
        write(tempFile, before, before, true, ChangeRecorder.Receipt.NOTHING);
        tree.replace(path, tempFile);
    }

    private void syncParents(List<ChangeTarget> targets, List<OsPath> made) throws KernelException {
        if (targets.size() >= MANY && tree.syncsAtOnce()) {
            tree.syncAll();
            return;
        }
        Set<OsPath> parents = new LinkedHashSet<>();
        made.forEach(it -> parents.add(it.parent()));
        targets.forEach(it -> parents.add(it.path().parent()));
        for (OsPath parent : parents) {
            journal.syncIfThere(parent);
        }
    }

    private void close(ChangeJournal.Entry note, ChangeIntent.Traces traces, boolean settled)
            throws KernelException {
        try (note) {
            if (!settled && !note.isLeft()) {
                journal.erase(traces);
            }
        }
    }
}
