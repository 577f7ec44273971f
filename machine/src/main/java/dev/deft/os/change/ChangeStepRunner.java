package dev.deft.os.change;

import dev.deft.kernel.Errno;
import dev.deft.kernel.FileErrno;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.util.Optional;

/// Takes the steps of a change, or takes those that are left of one that was cut short.
final class ChangeStepRunner {

    private final Tree tree;

    ChangeStepRunner(Tree tree) {
        this.tree = tree;
    }

    /// Takes a step. The caller has made sure that everything is as the step expects it.
    void take(ChangeStep step) throws KernelException {
        if (step instanceof ChangeStep.Put put) {
            tree.replace(put.target(), put.draft());
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

    /// What somebody put into it is not ours to remove.
    private void removeDirectory(OsPath directory) throws KernelException {
        try {
            tree.removeDirectory(directory);
        } catch (KernelException e) {
            if (e.errno() != FileErrno.ENOTEMPTY && e.errno() != FileErrno.EEXIST) {
                throw e;
            }
        }
    }

    /// What is at a path; below a file or a link there is nothing.
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

    /// Takes a step that may have been taken, if everything is as it was when the step was noted.
    ///
    /// @return whether the change is now as if the step had been taken in time
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
        Optional<String> ready = found(put.draft()).map(FileStatus::identity);
        return ready.isEmpty()
                || taken(
                        put,
                        ready.get().equals(put.draftIdentity())
                                && now.map(FileStatus::identity).equals(put.targetIdentity()));
    }
}
