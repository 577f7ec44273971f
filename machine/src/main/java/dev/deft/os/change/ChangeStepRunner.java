package dev.deft.os.change;

import dev.deft.kernel.Errno;
import dev.deft.kernel.FileErrno;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.util.Optional;

/// Runs the steps of a change, or the remaining steps of one that was interrupted.
final class ChangeStepRunner {

    private final Tree tree;

    ChangeStepRunner(Tree tree) {
        this.tree = tree;
    }

    /// Runs a step. The caller has verified its preconditions.
    void take(ChangeStep step) throws KernelException {
        if (step instanceof ChangeStep.Put put) {
            tree.replace(put.target(), put.tempFile());
        } else if (step instanceof ChangeStep.Remove remove) {
            tree.remove(remove.target());
        } else if (step instanceof ChangeStep.MakeDirectory make) {
            makeDirectory(make.target());
        } else if (step instanceof ChangeStep.RemoveDirectory remove) {
            removeDirectory(remove.target());
        } else if (step instanceof ChangeStep.Adjust adjust) {
            tree.adjust(adjust.target(), adjust.permissions(), adjust.modified());
        }
    }

    private void makeDirectory(OsPath directory) throws KernelException {
        try {
            tree.makeDirectory(directory);
        } catch (KernelException e) {
            if (e.errno() != FileErrno.EEXIST || !isDirectory(directory)) {
                throw e;
            }
        }
    }

    private boolean isDirectory(OsPath path) throws KernelException {
        return found(path).filter(FileStatus::isDirectory).isPresent();
    }

    /// Keeps a directory into which somebody else put something.
    private void removeDirectory(OsPath directory) throws KernelException {
        try {
            tree.removeDirectory(directory);
        } catch (KernelException e) {
            if (e.errno() != FileErrno.ENOTEMPTY && e.errno() != FileErrno.EEXIST) {
                throw e;
            }
        }
    }

    /// The status of what is at a path; empty for a path below a file or a link.
    Optional<FileStatus> found(OsPath path) throws KernelException {
        try {
            return tree.look(path);
        } catch (KernelException e) {
            if (e.errno() == Errno.ENOTDIR || e.errno() == Errno.ELOOP) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Runs a step that may have run already, if everything is as the journal recorded it.
    ///
    /// @return whether the step has been completed
    boolean finish(ChangeStep step) throws KernelException {
        Optional<FileStatus> now = found(step.target());
        if (step instanceof ChangeStep.Put put) {
            return finish(put, now);
        }
        if (step instanceof ChangeStep.MakeDirectory) {
            return taken(step, now.isEmpty()) || isDirectory(step.target());
        }
        if (step instanceof ChangeStep.Remove(_, String identity)) {
            return now.isEmpty()
                    || now.get().isDirectory()
                    || taken(step, now.get().identity().equals(identity));
        }
        if (step instanceof ChangeStep.RemoveDirectory(_, String place)) {
            return now.isEmpty()
                    || !now.get().isDirectory()
                    || taken(step, now.get().place().equals(place));
        }
        ChangeStep.Adjust adjust = (ChangeStep.Adjust) step;
        return taken(
                step,
                now.isPresent()
                        && !now.get().isSymlink()
                        && adjust.place().map(it -> it.equals(now.get().place())).orElse(true));
    }

    private boolean taken(ChangeStep step, boolean wanted) throws KernelException {
        if (wanted) {
            take(step);
        }
        return wanted;
    }

    private boolean finish(ChangeStep.Put put, Optional<FileStatus> now) throws KernelException {
        Optional<String> ready = found(put.tempFile()).map(FileStatus::identity);
        return ready.isEmpty()
                || taken(
                        put,
                        ready.get().equals(put.tempFileIdentity())
                                && now.map(FileStatus::identity).equals(put.targetIdentity()));
    }
}
