package dev.deft.os.change;

import dev.deft.kernel.FileStatus;
import dev.deft.os.tree.OsPath;
import java.util.Optional;

/// One path to change.
///
/// @param was nothing when there was nothing
/// @param before what to put back when a later step fails
/// @param keepsContent whether only its traits become others
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

    /// Whether something is written to take the place.
    boolean isPut() {
        return after.isLeaf() && !keepsContent;
    }

    /// Whether nothing becomes other but a time, which nobody wants back.
    boolean isTouch() {
        return keepsContent
                && (after.permissions().isEmpty()
                        || after.permissions().equals(before.permissions()));
    }

    /// What there will be, with all that is known of it.
    FileState outcome() {
        if (!(after instanceof FileState.File file)) {
            return after;
        }
        return new FileState.File(
                file.data(),
                before instanceof FileState.File old
                        ? file.traits().or(old.traits())
                        : file.traits());
    }

    FileChange change() {
        return new FileChange(path.display(), before, outcome());
    }
}
