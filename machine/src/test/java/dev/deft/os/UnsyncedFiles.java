package dev.deft.os;

import dev.deft.os.tree.OsPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/// How much of each written file is on the disk.
final class UnsyncedFiles {

    private final Path root;
    private final Map<OsPath, Long> durable = new HashMap<>();

    UnsyncedFiles(String root) {
        this.root = Path.of(root);
    }

    /// What was there before counts as synced, unless it is known better.
    void opened(OsPath file, long size) {
        durable.putIfAbsent(file, size);
    }

    void synced(OsPath file, long size) {
        durable.put(file, size);
    }

    void moved(OsPath from, OsPath to) {
        Long size = durable.remove(from);
        if (size != null) {
            durable.put(to, size);
        }
    }

    /// The power fails.
    void lose() {
        durable.forEach((file, size) -> {
            Path path = root.resolve(file.display());
            if (Files.exists(path)) {
                try (var channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                    channel.truncate(size);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }
}
