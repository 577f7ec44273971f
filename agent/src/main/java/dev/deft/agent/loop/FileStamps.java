package dev.deft.agent.loop;

import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/// Tells whether files that a call reads have changed, without reading them.
record FileStamps(Path root) {

    /// The stamp of what a call reads; nothing where it does more than read files, or reads what
    /// has no stamp, such as a tree.
    Optional<String> of(List<Touch> touches) {
        var stamp = new StringBuilder();
        for (Touch touch : touches) {
            if (touch.capability() != Capability.FS_READ) {
                return Optional.empty();
            }
            try {
                BasicFileAttributes file =
                        Files.readAttributes(
                                root.resolve(touch.subject()), BasicFileAttributes.class);
                if (!file.isRegularFile()) {
                    return Optional.empty();
                }
                stamp.append(file.size())
                        .append(' ')
                        .append(file.lastModifiedTime())
                        .append(' ')
                        .append(file.fileKey())
                        .append('\n');
            } catch (IOException | InvalidPathException _) {
                stamp.append("absent\n");
            }
        }
        return Optional.of(stamp.toString());
    }
}
