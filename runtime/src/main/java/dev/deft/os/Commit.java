package dev.deft.os;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.kernel.FileErrors;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Puts new contents in the place of old ones: all or none, and on the disk when it returns.
///
/// Each content goes to a temporary file beside its target first. Whatever can fail for want of
/// space or rights fails there, before the first file has changed.
final class Commit {

    private static final int PRIVATE_FILE = 0600;

    private final Tree tree;
    private final Journal journal;

    Commit(Tree tree, Journal journal) {
        this.tree = tree;
        this.journal = journal;
    }

    /// One file to change.
    ///
    /// @param was nothing when there was no file
    /// @param before what to put back when a later file fails
    /// @param after nothing to delete the file
    record Target(
            OsPath path,
            Optional<FileStatus> was,
            Optional<Bytes> before,
            Optional<Bytes> after,
            OptionalInt permissions) {}

    /// The caller holds the locks of all targets.
    void run(List<Target> targets) throws HostException, KernelException {
        List<OsPath> written =
                targets.stream().filter(it -> it.after().isPresent()).map(Target::path).toList();
        if (targets.size() == 1 && written.isEmpty()) {
            remove(targets.getFirst());
            return;
        }
        var traces =
                new Intent.Traces(
                        written.stream().map(Journal::draftBeside).toList(),
                        journal.missingParents(written));
        Journal.Note note = journal.begin(targets.size(), traces);
        boolean settled = false;
        try {
            List<Intent.Step> steps = prepare(targets, traces);
            settled = targets.size() == 1 ? put(steps.getFirst()) : putAll(note, steps, targets);
            syncParents(targets, traces.directories());
        } finally {
            close(note, traces, settled);
        }
    }

    private void remove(Target target) throws HostException, KernelException {
        requireUntouched(target);
        tree.remove(target.path());
        tree.sync(target.path().parent());
    }

    private List<Intent.Step> prepare(List<Target> targets, Intent.Traces traces)
            throws HostException, KernelException {
        for (OsPath directory : traces.directories()) {
            makeDirectory(directory);
        }
        var steps = new ArrayList<Intent.Step>();
        var drafts = traces.drafts().iterator();
        for (Target target : targets) {
            Optional<String> was = target.was().map(FileStatus::identity);
            if (target.after().isEmpty()) {
                steps.add(new Intent.Step(target.path(), Optional.empty(), "", was));
                continue;
            }
            OsPath draft = drafts.next();
            String identity = write(draft, target, target.after().get());
            steps.add(new Intent.Step(target.path(), Optional.of(draft), identity, was));
        }
        for (Target target : targets) {
            requireUntouched(target);
        }
        return steps;
    }

    private void makeDirectory(OsPath directory) throws KernelException {
        try {
            tree.makeDirectory(directory);
        } catch (KernelException e) {
            if (e.errno() != FileErrors.EEXIST) {
                throw e;
            }
        }
    }

    private String write(OsPath path, Target target, Bytes content) throws KernelException {
        int permissions = target.was().isPresent() ? PRIVATE_FILE : Tree.NEW_FILE;
        try (Tree.Draft draft = tree.create(path, permissions)) {
            draft.write(content);
            if (target.was().isPresent()) {
                draft.resemble(target.was().get());
            } else if (target.permissions().isPresent()) {
                draft.permissions(target.permissions().getAsInt());
            }
            draft.sync();
            return draft.status().identity();
        }
    }

    private void requireUntouched(Target target) throws HostException, KernelException {
        Optional<FileStatus> now = tree.look(target.path());
        if (!now.map(FileStatus::identity).equals(target.was().map(FileStatus::identity))) {
            throw Problems.changedMeanwhile(target.path().display());
        }
    }

    private boolean put(Intent.Step step) throws KernelException {
        if (step.draft().isPresent()) {
            tree.replace(step.target(), step.draft().get());
        } else {
            tree.remove(step.target());
        }
        return true;
    }

    private boolean putAll(Journal.Note note, List<Intent.Step> steps, List<Target> targets)
            throws KernelException {
        note.commit(steps);
        for (int done = 0; done < steps.size(); done++) {
            try {
                put(steps.get(done));
            } catch (KernelException e) {
                putBack(note, targets.subList(0, done));
                throw e;
            }
        }
        return true;
    }

    /// Where even this fails, the next repair finishes the change instead.
    private void putBack(Journal.Note note, List<Target> targets) throws KernelException {
        boolean back = false;
        try {
            putBack(targets);
            back = true;
        } finally {
            if (!back) {
                note.leave();
            }
        }
    }

    private void putBack(List<Target> targets) throws KernelException {
        for (Target target : targets) {
            if (target.before().isEmpty()) {
                tree.remove(target.path());
            } else {
                OsPath draft = Journal.draftBeside(target.path());
                write(draft, target, target.before().get());
                tree.replace(target.path(), draft);
            }
        }
    }

    private void syncParents(List<Target> targets, List<OsPath> made) throws KernelException {
        Set<OsPath> parents = new LinkedHashSet<>();
        made.forEach(it -> parents.add(it.parent()));
        targets.forEach(it -> parents.add(it.path().parent()));
        for (OsPath parent : parents) {
            tree.sync(parent);
        }
    }

    private void close(Journal.Note note, Intent.Traces traces, boolean settled)
            throws KernelException {
        try (note) {
            if (!settled && !note.isLeft()) {
                journal.erase(traces);
            }
        }
    }
}
