package dev.deft.os.change;

import dev.deft.os.tree.FileAttributes;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The change of one path.
///
/// @param path relative to the root, with all symlinks in its parents resolved
public record FileChange(String path, FileState before, FileState after) {

    /// The desired state. Aspects that the change does not touch stay as they are.
    public FileState wanted() {
        OptionalInt permissions = isModed() ? after.permissions() : OptionalInt.empty();
        if (before instanceof FileState.File && after instanceof FileState.File file) {
            return new FileState.File(
                    file.data(),
                    new FileAttributes(
                            permissions,
                            Optional.empty(),
                            Map.of(),
                            file.fileAttributes().modified()));
        }
        return before.isDirectory() && after.isDirectory()
                ? new FileState.Directory(permissions)
                : after;
    }

    /// Whether the permissions change, as far as they are known.
    private boolean isModed() {
        return before.permissions().isPresent()
                && after.permissions().isPresent()
                && !before.permissions().equals(after.permissions());
    }

    /// Whether a path is in the state before this change, in every aspect that the change touches.
    public boolean isBefore(FileState now) throws IOException {
        return isSame(now, before);
    }

    /// Whether a path is in the state after this change, in every aspect that the change touches.
    public boolean isAfter(FileState now) throws IOException {
        return isSame(now, after);
    }

    /// Ignores modes where something is created or removed: others may have set them.
    private boolean isSame(FileState now, FileState then) throws IOException {
        boolean stays = before.getClass() == after.getClass();
        boolean sameMode = !stays || !isModed() || now.permissions().equals(then.permissions());
        if (now instanceof FileState.File file && then instanceof FileState.File other) {
            return sameMode && file.data().isSame(other.data());
        }
        boolean directories = now.isDirectory() && then.isDirectory();
        return directories ? sameMode : now.equals(then);
    }
}
