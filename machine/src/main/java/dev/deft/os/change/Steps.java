package dev.deft.os.change;

import dev.deft.kernel.Errno;
import dev.deft.kernel.FileErrors;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.util.Optional;

/// Takes the steps of a change, or takes those that are left of one that was cut short.
final class Steps {

    private final Tree tree;

    Steps(Tree tree) {
        this.tree = tree;
    }

    /// Takes a step. The caller has made sure that everything is as the step expects it.
    void take(Step step) throws KernelException {
        if (step instanceof Step.Put put) {
            tree.replace(put.target(), put.draft());
        } else if (step instanceof Step.Remove remove) {
            tree.remove(remove.target());
        } else if (step instanceof Step.MakeDirectory make) {
            makeDirectory(make.target());
        } else if (step instanceof Step.RemoveDirectory remove) {
            removeDirectory(remove.target());
        } else if (step instanceof Step.Adjust adjust) {
            tree.adjust(adjust.target(), adjust.permissions(), adjust.modified());
        }
    }

    private void makeDirectory(OsPath directory) throws KernelException {
        try {
            tree.makeDirectory(directory);
        } catch (KernelException e) {
            if (e.errno() != FileErrors.EEXIST || !isDirectory(directory)) {
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
            if (e.errno() != FileErrors.ENOTEMPTY && e.errno() != FileErrors.EEXIST) {
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
    boolean finish(Step step) throws KernelException {
        Optional<FileStatus> now = found(step.target());
        if (step instanceof Step.Put put) {
            return finish(put, now);
        }
        if (step instanceof Step.MakeDirectory) {
            return taken(step, now.isEmpty()) || isDirectory(step.target());
        }
        if (step instanceof Step.Remove(_, String identity)) {
            return now.isEmpty()
                    || now.get().isDirectory()
                    || taken(step, now.get().identity().equals(identity));
        }
        if (step instanceof Step.RemoveDirectory(_, String place)) {
            return now.isEmpty()
                    || !now.get().isDirectory()
                    || taken(step, now.get().place().equals(place));
        }
        Step.Adjust adjust = (Step.Adjust) step;
        return taken(
                step,
                now.isPresent()
                        && !now.get().isSymlink()
                        && adjust.place().map(it -> it.equals(now.get().place())).orElse(true));
    }

    private boolean taken(Step step, boolean wanted) throws KernelException {
        if (wanted) {
            take(step);
        }
        return wanted;
    }

    private boolean finish(Step.Put put, Optional<FileStatus> now) throws KernelException {
        Optional<String> ready = found(put.draft()).map(FileStatus::identity);
        return ready.isEmpty()
                || taken(
                        put,
                        ready.get().equals(put.draftIdentity())
                                && now.map(FileStatus::identity).equals(put.targetIdentity()));
    }
}
