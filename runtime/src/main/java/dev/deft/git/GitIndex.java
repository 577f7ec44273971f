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

    private byte[] path = {};
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
        path = version == LAST_VERSION ? joined() : whole(flags & LENGTH);
        if (version < LAST_VERSION) {
            // Padded to a multiple of eight with at least one zero, the end of the text.
            int length = index.position() - 1 - start;
            index.position(start + (length / 8 + 1) * 8);
        }
    }

    private Entry entry() {
        byte[] id = new byte[ID_LENGTH];
        index.get(start + ID, id);
        return new Entry(
                new String(path, StandardCharsets.UTF_8),
                id,
                isCompared(),
                seconds(),
                nanos(),
                size());
    }

    /// The path as UTF-8; nobody may change it.
    public byte[] path() {
        return path;
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

    /// The path that begins here and ends with a zero.
    private byte[] whole(int told) {
        int length = told < LENGTH ? told : lengthToZero();
        byte[] whole = new byte[length];
        index.get(whole);
        if (index.get() != 0) {
            throw new IllegalArgumentException("a path is longer than its entry says");
        }
        return whole;
    }

    private int lengthToZero() {
        int end = index.position();
        while (index.get(end) != 0) {
            end++;
        }
        return end - index.position();
    }

    /// The start of the path before, as long as the entry says, with what follows here.
    private byte[] joined() {
        int kept = Objects.checkIndex(path.length - varint(), path.length + 1);
        byte[] rest = whole(LENGTH);
        byte[] joined = Arrays.copyOf(path, kept + rest.length);
        System.arraycopy(rest, 0, joined, kept, rest.length);
        return joined;
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
