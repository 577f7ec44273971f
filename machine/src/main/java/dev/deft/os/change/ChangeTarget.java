package dev.deft.os.change;

import dev.deft.kernel.FileStatus;
import dev.deft.os.tree.OsPath;
import java.util.Optional;

/// One path to change.
///
/// @param was empty if nothing was there
/// @param before what to restore when a later step fails
/// @param keepsContent whether only its attributes change
record ChangeTarget(
        OsPath path,
        Optional<FileStatus> was,
        FileState before,
        FileState after,
        boolean keepsContent) {

    static ChangeTarget of(
            OsPath path, Optional<FileStatus> was, FileState before, FileState after) {
        return new ChangeTarget(path, was, before, after, false);
    }

    /// Whether something new is written to the path.
    boolean isPut() {
        return after.isLeaf() && !keepsContent;
    }

    /// Whether only the modification time changes, which nobody wants to undo.
    boolean isTouch() {
        return keepsContent
                && (after.permissions().isEmpty()
                        || after.permissions().equals(before.permissions()));
    }

    /// The resulting state, with everything that is known about it.
    FileState outcome() {
        if (!(after instanceof FileState.File file)) {
            return after;
        }
        return new FileState.File(
                file.data(),
                before instanceof FileState.File old
                        ? file.fileAttributes().or(old.fileAttributes())
                        : file.fileAttributes());
    }

    FileChange change() {
        return new FileChange(path.display(), before, outcome());
    }
}
