package dev.deft.kernel;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/// Lists directories by system calls, with the types of their entries; for one thread.
public final class DirectoryReader {

    private static final int LISTING_BYTES = 32 * 1024;
    private static final int SIZE = 16;
    private static final int TYPE = 18;
    private static final int NAME = 19;
    private static final int FLAGS =
            Syscalls.O_DIRECTORY | Syscalls.O_CLOEXEC | Syscalls.O_NONBLOCK | Syscalls.O_NOFOLLOW;

    /// The encoding of names, as [Path] uses it.
    public static final Charset NAMES =
            Charset.forName(
                    System.getProperty("sun.jnu.encoding", "UTF-8"), StandardCharsets.UTF_8);

    private final Syscalls kernel = new Syscalls();
    private final NativeMemory buffer = NativeMemory.allocate(LISTING_BYTES);
    private final byte[] bytes = new byte[LISTING_BYTES];

    /// The type of an entry; symlinks are not followed.
    public enum EntryType {
        FILE,
        DIRECTORY,
        LINK,
        OTHER
    }

    /// Receives entries.
    @FunctionalInterface
    public interface Entries {

        void add(String name, EntryType type);
    }

    /// Opens a directory; a symlink in its place is not followed.
    ///
    /// @return its descriptor, or a negative error of [Errno]
    public int open(Path directory) {
        return kernel.openat(Syscalls.AT_FDCWD, directory.toString().getBytes(NAMES), FLAGS, 0);
    }

    public void close(int directory) {
        kernel.close(directory);
    }

    /// The magic number of its file system, or a negative error.
    public long fileSystem(int directory) {
        return kernel.fileSystem(directory);
    }

    /// Lists an open directory.
    ///
    /// @return whether it could be read to its end
    public boolean list(int directory, Entries entries) {
        while (true) {
            int length = (int) kernel.getdents64(directory, buffer);
            if (length <= 0) {
                return length == 0;
            }
            buffer.bytes().get(0, bytes, 0, length);
            for (int at = 0; at < length; ) {
                entry(directory, at, entries);
                at += size(bytes, at);
            }
        }
    }

    /// The size of the entry that the kernel wrote at a place.
    static int size(byte[] bytes, int at) {
        return (bytes[at + SIZE] & 0xff) | (bytes[at + SIZE + 1] & 0xff) << 8;
    }

    /// The name of the entry that the kernel wrote at a place.
    static String name(byte[] bytes, int at, Charset charset) {
        int start = at + NAME;
        return new String(bytes, start, end(bytes, start) - start, charset);
    }

    private static int end(byte[] bytes, int start) {
        int end = start;
        while (bytes[end] != 0) {
            end++;
        }
        return end;
    }

    private void entry(int directory, int at, Entries entries) {
        int start = at + NAME;
        int end = end(bytes, start);
        int length = end - start;
        boolean dots =
                bytes[start] == '.' && (length == 1 || (length == 2 && bytes[start + 1] == '.'));
        if (!dots) {
            EntryType type = type(directory, bytes[at + TYPE], start, end);
            entries.add(new String(bytes, start, length, NAMES), type);
        }
    }

    private EntryType type(int directory, byte kind, int start, int end) {
        return switch (kind) {
            case 4 -> EntryType.DIRECTORY;
            case 8 -> EntryType.FILE;
            case 10 -> EntryType.LINK;
            case 0 -> unlistedType(directory, start, end);
            default -> EntryType.OTHER;
        };
    }

    /// Some file systems do not list types.
    private EntryType unlistedType(int directory, int start, int end) {
        byte[] name = Arrays.copyOfRange(bytes, start, end);
        if (kernel.statx(directory, name) < 0) {
            return EntryType.OTHER;
        }
        Stat stat = kernel.stat();
        if (stat.isDirectory()) {
            return EntryType.DIRECTORY;
        }
        if (stat.isRegularFile()) {
            return EntryType.FILE;
        }
        return stat.isSymbolicLink() ? EntryType.LINK : EntryType.OTHER;
    }
}
