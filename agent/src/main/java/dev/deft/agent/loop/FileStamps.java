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
import java.util.concurrent.TimeUnit;

/// Detects changes of the files that a call reads, without reading them.
record FileStamps(Path root) {

    /// Size, time and identity of the files; empty if the call does more than read files, or reads
    /// directories.
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
                        .append(file.lastModifiedTime().to(TimeUnit.NANOSECONDS))
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
