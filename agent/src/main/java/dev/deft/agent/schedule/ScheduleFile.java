package dev.deft.agent.schedule;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.state.Uninterrupted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// A file with a list of JSON objects. Writes are atomic and durable; a damaged file is moved aside
/// with a notice. Symbolic links are not followed.
///
/// @param name of the list in the file
record ScheduleFile(Path path, String name, Consumer<String> notices) {

    /// The largest file that is read.
    static final int MAX_BYTES = 32 * 1024 * 1024;

    /// Changes whenever the file does.
    Optional<Object> stamp() throws IOException {
        try {
            BasicFileAttributes file = attributes(path);
            return Optional.of(
                    List.of(file.lastModifiedTime(), file.size(), String.valueOf(file.fileKey())));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /// Reads the list; empty if there is no file.
    ///
    /// @throws DamagedException if the content is no such list
    List<Json.Obj> read() throws IOException {
        Optional<String> text = Uninterrupted.call(() -> text(path));
        if (text.isEmpty()) {
            return List.of();
        }
        try {
            Json list = JsonText.parseObject(text.get()).find(name).orElse(Json.Null.VALUE);
            if (list instanceof Json.Arr(List<Json> items)) {
                List<Json.Obj> objects = new ArrayList<>();
                for (Json item : items) {
                    objects.add(
                            item instanceof Json.Obj object
                                    ? object
                                    : Json.Obj.EMPTY.with("damaged", item));
                }
                return objects;
            }
            throw new DamagedException("it has no list " + name);
        } catch (JsonSyntaxException e) {
            throw new DamagedException(
                    "line %d, column %d: %s".formatted(e.line(), e.column(), e.problem()));
        }
    }

    /// The content is no list of jobs.
    static final class DamagedException extends IOException {

        private static final long serialVersionUID = 1L;

        DamagedException(String why) {
            super(why);
        }
    }

    private static Optional<String> text(Path path) throws IOException {
        try {
            BasicFileAttributes file = attributes(path);
            if (!file.isRegularFile()) {
                throw new IOException(
                        ".deft/schedules/%s is not a regular file; move it away, Deft keeps its schedules there."
                                .formatted(path.getFileName()));
            }
            if (file.size() > MAX_BYTES) {
                throw new DamagedException("it is larger than %d bytes".formatted(MAX_BYTES));
            }
            try (InputStream in =
                    Files.newInputStream(
                            path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.of(new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8));
            }
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /// Moves a damaged file aside. The caller holds the lock.
    void setAside(DamagedException why, Instant now) throws IOException {
        Path aside = path.resolveSibling(path.getFileName() + ".damaged-" + now.toEpochMilli());
        Files.move(path, aside, StandardCopyOption.ATOMIC_MOVE);
        notices.accept(
                ".deft/schedules/%s is damaged (%s); it was moved to %s, and a new one begins empty."
                        .formatted(path.getFileName(), why.getMessage(), aside.getFileName()));
    }

    /// Replaces the list. The caller holds the lock.
    void write(List<Json.Obj> objects) throws IOException {
        String text =
                JsonText.writeIndented(
                        Json.Obj.EMPTY.with(name, new Json.Arr(List.copyOf(objects))));
        byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw new IOException(
                    "The schedules of this workspace are too large together; remove some first.");
        }
        Object _ = Uninterrupted.call(() -> replaced(bytes));
    }

    private Object replaced(byte[] bytes) throws IOException {
        Path temp = path.resolveSibling(path.getFileName() + ".tmp");
        Files.deleteIfExists(temp);
        try (FileChannel channel =
                FileChannel.open(
                        temp,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                int _ = channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(temp, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory =
                FileChannel.open(path.resolveSibling("."), StandardOpenOption.READ)) {
            directory.force(true);
        }
        return path;
    }
}
