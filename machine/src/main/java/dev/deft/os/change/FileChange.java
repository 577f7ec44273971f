package dev.deft.os.change;

import dev.deft.os.tree.FileAttributes;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What a change does to one path.
///
/// @param path relative to the root, with every symlink on the way followed
public record FileChange(String path, FileState before, FileState after) {

    /// What there shall be. What the change does not touch stays as it is, whoever changed it
    /// since.
    public FileState wanted() {
        OptionalInt permissions = isModed() ? after.permissions() : OptionalInt.empty();
        if (before instanceof FileState.File && after instanceof FileState.File file) {
            return new FileState.File(
                    file.data(),
                    new FileAttributes(
                            permissions, Optional.empty(), Map.of(), file.traits().modified()));
        }
        return before.isDirectory() && after.isDirectory()
                ? new FileState.Directory(permissions)
                : after;
    }

    /// Whether it is a change of permissions too, as far as is known.
    private boolean isModed() {
        return before.permissions().isPresent()
                && after.permissions().isPresent()
                && !before.permissions().equals(after.permissions());
    }

    /// Whether a path is as it was before this change, in everything that the change touches.
    public boolean isBefore(FileState now) throws IOException {
        return isSame(now, before);
    }

    /// Whether a path is as it is after this change, in everything that the change touches.
    public boolean isAfter(FileState now) throws IOException {
        return isSame(now, after);
    }

    /// Where something comes or goes, others may have set its mode: what counts is what it is.
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
