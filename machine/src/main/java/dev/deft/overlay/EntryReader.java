package dev.deft.overlay;

import dev.deft.kernel.FileHandle;
import dev.deft.kernel.Syscalls;
import dev.deft.os.change.FileState;
import dev.deft.os.tree.FileAttributes;
import dev.deft.os.tree.FileContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Reads the state of files, links and directories.
final class EntryReader {

    private static final int PERMISSIONS = 0xfff;
    private static final int TYPE = 0xf000;
    private static final int DIRECTORY = 0x4000;
    private static final int REGULAR = 0x8000;
    private static final int LINK = 0xa000;

    private EntryReader() {}

    /// The name of a path relative to a directory, in UTF-8 independent of the locale.
    ///
    /// @return empty if its bytes are not UTF-8, which the kernel allows
    static Optional<String> name(Path directory, Path path) {
        byte[] parent = bytes(directory);
        byte[] whole = bytes(path);
        return text(Arrays.copyOfRange(whole, parent.length + 1, whole.length));
    }

    private static Optional<String> text(byte[] name) {
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    /// The bytes of an absolute path. A URI preserves all of them, a string only those the locale
    /// can encode.
    private static byte[] bytes(Path path) {
        String address = path.toUri().getRawPath();
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < address.length(); i++) {
            if (address.charAt(i) == '%') {
                bytes.write(Integer.parseInt(address, i + 1, i + 3, 16));
                i += 2;
            } else {
                bytes.write(address.charAt(i));
            }
        }
        byte[] all = bytes.toByteArray();
        boolean slash = all.length > 1 && all[all.length - 1] == '/';
        return slash ? Arrays.copyOf(all, all.length - 1) : all;
    }

    /// The exact target of a link: the JDK would normalize it.
    private static String target(Path link) throws IOException {
        Path parent = link.getParent();
        Optional<String> directory = parent == null ? Optional.empty() : text(bytes(parent));
        Optional<String> name = parent == null ? Optional.empty() : name(parent, link);
        if (!Syscalls.available() || directory.isEmpty() || name.isEmpty()) {
            return Files.readSymbolicLink(link).toString();
        }
        try (FileHandle handle = FileHandle.openDirectory(directory.get());
                FileHandle opened = handle.openEntry(name.get(), FileHandle.PATH, 0)) {
            return opened.linkTarget();
        }
    }

    /// The change time of a file, which programs cannot set.
    static FileTime changed(Path path) throws IOException {
        return (FileTime) Files.getAttribute(path, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
    }

    /// The state of a path; empty if it is not a file, link or directory.
    static Optional<FileState> at(Path path) throws IOException {
        return at(path, false);
    }

    /// Includes the modification time of a file.
    static Optional<FileState> withTime(Path path) throws IOException {
        return at(path, true);
    }

    private static Optional<FileState> at(Path path, boolean timed) throws IOException {
        Map<String, Object> found;
        try {
            found =
                    Files.readAttributes(
                            path, "unix:mode,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
        } catch (FileSystemException e) {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
            return Optional.of(FileState.absent());
        }
        int mode = (int) found.getOrDefault("mode", 0);
        var permissions = OptionalInt.of(mode & PERMISSIONS);
        return switch (mode & TYPE) {
            case DIRECTORY -> Optional.of(new FileState.Directory(permissions));
            case LINK -> Optional.of(new FileState.Link(target(path)));
            case REGULAR -> {
                FileAttributes fileAttributes = FileAttributes.USUAL.withPermissions(permissions);
                Object time = found.get("lastModifiedTime");
                yield Optional.of(
                        new FileState.File(
                                FileOnDisk.at(path),
                                timed ? fileAttributes.withModified(nanos(time)) : fileAttributes));
            }
            default -> Optional.empty();
        };
    }

    private static OptionalLong nanos(@Nullable Object time) {
        return time instanceof FileTime known
                ? OptionalLong.of(known.to(TimeUnit.NANOSECONDS))
                : OptionalLong.empty();
    }

    /// Whether there is no visible difference, including the modification time.
    static boolean isSame(FileState before, FileState after) throws IOException {
        if (before instanceof FileState.File(FileContent old, _)
                && after
                        instanceof
                        FileState.File(FileContent content, FileAttributes fileAttributes)) {
            return before.permissions().equals(after.permissions())
                    && isSameTime(old, fileAttributes.modified())
                    && old.isSame(content);
        }
        return before.equals(after);
    }

    private static boolean isSameTime(FileContent old, OptionalLong modified) {
        return modified.isEmpty()
                || (old instanceof FileOnDisk file
                        && modified.equals(nanos(file.stamp().get("lastModifiedTime"))));
    }
}
