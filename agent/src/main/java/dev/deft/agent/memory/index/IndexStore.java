package dev.deft.agent.memory.index;

import dev.deft.state.StatePaths;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/// Keeps the index in one file below `.deft`, for the owner only.
///
/// A file that is missing, damaged or of another version reads as an empty index. It is replaced as
/// a whole, so a killed process leaves either the old or the new one, and perhaps a temporary file,
/// which a later one removes.
final class IndexStore {

    /// A larger file is not ours.
    private static final long MAX_BYTES = 512L << 20;

    /// Temporary files of this age belong to nobody any more.
    private static final Duration ABANDONED = Duration.ofMinutes(10);

    private static final int CHECKSUM_BYTES = Long.BYTES;

    private final StatePaths state;

    IndexStore(StatePaths state) {
        this.state = state;
    }

    /// Reads the index.
    ///
    /// @param model vectors of another model are left out
    List<IndexedFile> read(String model) throws IOException {
        Path file = state.memoryIndex();
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.size(file) > MAX_BYTES) {
                return List.of();
            }
            return decoded(in.readAllBytes(), model);
        } catch (NoSuchFileException _) {
            return List.of();
        } catch (IOException _) {
            // Also a link or a directory in its place: the next save replaces or reports it.
            return List.of();
        }
    }

    private static List<IndexedFile> decoded(byte[] content, String model) {
        int end = content.length - CHECKSUM_BYTES;
        if (end < 0
                || ByteBuffer.wrap(content, end, CHECKSUM_BYTES).getLong() != sum(content, end)) {
            return List.of();
        }
        try {
            return IndexFormat.read(ByteBuffer.wrap(content, 0, end), model);
        } catch (BufferUnderflowException | IllegalArgumentException _) {
            return List.of();
        }
    }

    private static long sum(byte[] content, int length) {
        var sum = new CRC32C();
        sum.update(content, 0, length);
        return sum.getValue();
    }

    /// Replaces the index.
    void write(List<IndexedFile> files, String model) throws IOException {
        byte[] content = IndexFormat.write(files, model, CHECKSUM_BYTES);
        int end = content.length - CHECKSUM_BYTES;
        ByteBuffer.wrap(content).putLong(end, sum(content, end));
        state.createDirectory(state.path());
        removeAbandoned();
        Path temporary =
                Files.createTempFile(
                        state.path(),
                        state.memoryIndex().getFileName() + ".",
                        ".tmp",
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        boolean moved = false;
        try {
            try (var channel = FileChannel.open(temporary, Set.of(StandardOpenOption.WRITE))) {
                ByteBuffer all = ByteBuffer.wrap(content);
                while (all.hasRemaining()) {
                    channel.write(all);
                }
            }
            Files.move(temporary, state.memoryIndex(), StandardCopyOption.ATOMIC_MOVE);
            moved = true;
        } finally {
            if (!moved) {
                Files.deleteIfExists(temporary);
            }
        }
    }

    private void removeAbandoned() throws IOException {
        FileTime limit = FileTime.from(Instant.now().minus(ABANDONED));
        try (DirectoryStream<Path> old =
                Files.newDirectoryStream(
                        state.path(), state.memoryIndex().getFileName() + ".*.tmp")) {
            for (Path file : old) {
                if (Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).compareTo(limit)
                        < 0) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
