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

/// Looks at what is at a path.
final class EntryReader {

    private static final int PERMISSIONS = 0xfff;
    private static final int TYPE = 0xf000;
    private static final int DIRECTORY = 0x4000;
    private static final int REGULAR = 0x8000;
    private static final int LINK = 0xa000;

    private EntryReader() {}

    /// The name of a path below a directory, which is UTF-8 for us whatever the locale says.
    ///
    /// @return nothing when its bytes are no UTF-8, which the kernel allows
    static Optional<String> name(Path directory, Path path) {
        byte[] above = bytes(directory);
        byte[] whole = bytes(path);
        return text(Arrays.copyOfRange(whole, above.length + 1, whole.length));
    }

    private static Optional<String> text(byte[] name) {
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    /// The bytes of an absolute path. An address has them all, a text only those of the locale.
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

    /// Where a link leads, to the letter: the JDK would leave out what it finds needless.
    private static String target(Path link) throws IOException {
        Path parent = link.getParent();
        Optional<String> directory = parent == null ? Optional.empty() : text(bytes(parent));
        Optional<String> name = parent == null ? Optional.empty() : name(parent, link);
        if (!Syscalls.available() || directory.isEmpty() || name.isEmpty()) {
            return Files.readSymbolicLink(link).toString();
        }
        try (FileHandle above = FileHandle.openDirectory(directory.get());
                FileHandle opened = above.openEntry(name.get(), FileHandle.PATH, 0)) {
            return opened.linkTarget();
        }
    }

    /// When anything about a file last changed; no program can set this time.
    static FileTime changed(Path path) throws IOException {
        return (FileTime) Files.getAttribute(path, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
    }

    /// What is at a path; nothing when it is neither file, link nor directory.
    static Optional<FileState> at(Path path) throws IOException {
        return at(path, false);
    }

    /// The same, and the time of a file is one of its traits.
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
                FileAttributes traits = FileAttributes.USUAL.withPermissions(permissions);
                Object time = found.get("lastModifiedTime");
                yield Optional.of(
                        new FileState.File(
                                FileOnDisk.at(path),
                                timed ? traits.withModified(nanos(time)) : traits));
            }
            default -> Optional.empty();
        };
    }

    private static OptionalLong nanos(@Nullable Object time) {
        return time instanceof FileTime known
                ? OptionalLong.of(known.to(TimeUnit.NANOSECONDS))
                : OptionalLong.empty();
    }

    /// Whether there is no difference that anybody would see, the time of a file included.
    static boolean isSame(FileState before, FileState after) throws IOException {
        if (before instanceof FileState.File(FileContent old, _)
                && after instanceof FileState.File(FileContent content, FileAttributes traits)) {
            return before.permissions().equals(after.permissions())
                    && isSameTime(old, traits.modified())
                    && old.isSame(content);
        }
        return before.equals(after);
    }

    private static boolean isSameTime(FileContent old, OptionalLong modified) {
        return modified.isEmpty()
                || (old instanceof FileOnDisk lying
                        && modified.equals(nanos(lying.stamp().get("lastModifiedTime"))));
    }
}
