package dev.deft.git;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Reads the git index, which lists the tracked files.
///
/// It supports versions 2, 3 and 4 of the format with SHA-1 ids, and ignores extensions. An object
/// stands for one entry after the other, since an index has thousands of them and a reader often
/// needs little of each.
public final class GitIndex {

    private static final int SIGNATURE = 0x44495243;
    private static final int FIRST_VERSION = 2;
    private static final int LAST_VERSION = 4;

    /// Offsets in an entry.
    private static final int MTIME = 8;

    private static final int MODE = 24;
    private static final int SIZE = 36;
    private static final int ID = 40;
    private static final int FLAGS = 60;
    private static final int ID_LENGTH = 20;

    private static final int ASSUMED_UNCHANGED = 0x8000;
    private static final int EXTENDED = 0x4000;
    private static final int STAGE = 0x3000;

    /// The length of the path, or this number if it is longer.
    private static final int LENGTH = 0x0FFF;

    private static final int SKIP_WORKTREE = 0x4000;
    private static final int TYPE = 0xF000;
    private static final int SUBMODULE = 0xE000;

    private final ByteBuffer index;

    /// Entries up to version 3 are padded; entries of version 4 share path prefixes.
    private final int version;

    /// Where the entry begins.
    private int start;

    /// Where the path begins in an index up to version 3, and its length.
    private int pathStart;

    private int pathLength;

    /// The path in an index of version 4.
    private byte[] joined = {};

    private int flags;
    private int extendedFlags;

    private GitIndex(ByteBuffer index, int version) {
        this.index = index;
        this.version = version;
    }

    /// An entry of the index.
    ///
    /// @param id the SHA-1 of its blob
    /// @param compared as [GitIndex#isCompared]
    /// @param seconds of the modification time
    /// @param nanos of the modification time; 0 if unknown
    /// @param size in bytes, the lower 32 bits
    @SuppressWarnings("ArrayRecordComponent")
    public record Entry(
            String path, byte[] id, boolean compared, long seconds, int nanos, long size) {}

    /// Reads an index and maps its entries.
    ///
    /// @param mapper may return empty to skip an entry
    /// @return empty if the bytes are not a valid index of a supported version
    public static <T> Optional<List<T>> read(
            ByteBuffer bytes, Function<Entry, Optional<T>> mapper) {
        List<T> mapped = new ArrayList<>();
        boolean valid = scan(bytes, it -> mapper.apply(it.entry()).ifPresent(mapped::add));
        return valid ? Optional.of(mapped) : Optional.empty();
    }

    /// Reads an index.
    ///
    /// @param visitor gets the same object for each entry
    /// @return false if the bytes are not a valid index of a supported version; the visitor has
    ///   seen some entries then
    public static boolean scan(ByteBuffer bytes, Consumer<GitIndex> visitor) {
        try {
            boolean known = bytes.getInt() == SIGNATURE;
            int version = bytes.getInt();
            int count = bytes.getInt();
            if (!known || version < FIRST_VERSION || version > LAST_VERSION) {
                return false;
            }
            var index = new GitIndex(bytes, version);
            for (int i = 0; i < count; i++) {
                index.next();
                visitor.accept(index);
            }
            return true;
        } catch (BufferUnderflowException
                | IllegalArgumentException
                | IndexOutOfBoundsException _) {
            return false;
        }
    }

    private void next() {
        start = index.position();
        flags = index.getShort(start + FLAGS);
        index.position(start + FLAGS + 2);
        extendedFlags = (flags & EXTENDED) != 0 ? index.getShort() : 0;
        if (version == LAST_VERSION) {
            joined = joined();
            return;
        }
        pathStart = index.position();
        pathLength = lengthOfPath(flags & LENGTH);
        // Padded to a multiple of eight with at least one zero, the end of the text.
        int length = pathStart + pathLength - start;
        index.position(start + (length / 8 + 1) * 8);
    }

    private Entry entry() {
        byte[] id = new byte[ID_LENGTH];
        index.get(start + ID, id);
        return new Entry(
                new String(path(), StandardCharsets.UTF_8),
                id,
                isCompared(),
                seconds(),
                nanos(),
                size());
    }

    /// The path as UTF-8; nobody may change it.
    public byte[] path() {
        if (version == LAST_VERSION) {
            return joined;
        }
        byte[] path = new byte[pathLength];
        index.get(pathStart, path);
        return path;
    }

    /// Where the path stands in the index, with a zero behind it; -1 if it does not stand there as
    /// a whole.
    public int pathStart() {
        return version == LAST_VERSION ? -1 : pathStart;
    }

    /// Whether git compares the file with the work tree: it is not a submodule, in conflict,
    /// assumed unchanged or excluded from a sparse checkout.
    public boolean isCompared() {
        return (flags & (ASSUMED_UNCHANGED | STAGE)) == 0
                && (extendedFlags & SKIP_WORKTREE) == 0
                && (index.getInt(start + MODE) & TYPE) != SUBMODULE;
    }

    /// The seconds of the modification time.
    public long seconds() {
        return index.getInt(start + MTIME) & 0xFFFFFFFFL;
    }

    /// The nanoseconds of the modification time; 0 if unknown.
    public int nanos() {
        return index.getInt(start + MTIME + 4);
    }

    /// The lower 32 bits of the size in bytes.
    public long size() {
        return index.getInt(start + SIZE) & 0xFFFFFFFFL;
    }

    /// The length of the path that begins here and ends with a zero.
    ///
    /// @param told the length, or [#LENGTH] if it is longer
    private int lengthOfPath(int told) {
        int end = index.position();
        if (told < LENGTH) {
            end += told;
        } else {
            while (index.get(end) != 0) {
                end++;
            }
        }
        if (index.get(end) != 0) {
            throw new IllegalArgumentException("a path is longer than its entry says");
        }
        return end - index.position();
    }

    /// The start of the path before, as long as the entry says, with what follows here.
    private byte[] joined() {
        int kept = Objects.checkIndex(joined.length - varint(), joined.length + 1);
        int length = lengthOfPath(LENGTH);
        byte[] path = Arrays.copyOf(joined, kept + length);
        index.get(path, kept, length);
        index.get();
        return path;
    }

    private int varint() {
        int next = index.get();
        int value = next & 0x7f;
        while ((next & 0x80) != 0) {
            next = index.get();
            value = ((value + 1) << 7) | (next & 0x7f);
        }
        return value;
    }
}
