package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// A directory outside the workspace that commands may work in.
///
/// @param path its real path
/// @param key identifies the directory that was granted, see [#key(Path)]
public record PinnedDirectory(Path path, String key) {

    /// Identifies the directory that a path leads to; links are followed.
    public static String key(Path path) throws IOException {
        return String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    }

    /// Mounts go by path, so a path that leads elsewhere by now must not be mounted.
    ///
    /// @throws IOException if another directory or a link has its path
    public void requireSame() throws IOException {
        try {
            if (!Files.isSymbolicLink(path)
                    && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                    && path.toRealPath().equals(path)
                    && key(path).equals(key)) {
                return;
            }
        } catch (IOException _) {
            // It is gone.
        }
        throw new IOException(
                "%s is not the directory any more that was granted, so no command can run. Put it back, or start again without it."
                        .formatted(path));
    }
}
