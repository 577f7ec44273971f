package dev.deft.git;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Git's index: the files it tracks, as it last saw them.
///
/// Versions 2, 3 and 4 of the format with SHA-1 ids, without the extensions that may follow the
/// entries.
public final class GitIndex {

    private static final int SIGNATURE = 0x44495243;
    private static final int FIRST_VERSION = 2;
    private static final int LAST_VERSION = 4;

    /// Of an entry: where in it something stands.
    private static final int MTIME = 8;

    private static final int MODE = 24;
    private static final int SIZE = 36;
    private static final int ID = 40;
    private static final int FLAGS = 60;
    private static final int ID_LENGTH = 20;

    private static final int ASSUMED_UNCHANGED = 0x8000;
    private static final int EXTENDED = 0x4000;
    private static final int STAGE = 0x3000;
    private static final int SKIP_WORKTREE = 0x4000;
    private static final int TYPE = 0xF000;
    private static final int SUBMODULE = 0xE000;

    private final ByteBuffer index;

    /// The entries up to version 3 are padded; those of version 4 share beginnings of paths.
    private final int version;

    /// The path of the entry before, one character for each byte.
    private String path = "";

    private GitIndex(ByteBuffer index, int version) {
        this.index = index;
        this.version = version;
    }

    /// A file as git last saw it.
    ///
    /// @param id the SHA-1 of its blob
    /// @param compared whether git compares it with the file on the disk: it is no submodule, not
    ///   in conflict, not assumed unchanged and not left out of the work tree
    /// @param seconds when it was modified, with `nanos`; 0 nanos mean that nobody knows them
    /// @param size in bytes, the lower 32 bits
    @SuppressWarnings("ArrayRecordComponent")
    public record Entry(
            String path, byte[] id, boolean compared, long seconds, int nanos, long size) {}

    /// Reads an index and keeps of each entry what `wanted` makes of it; nothing where the bytes
    /// are no index of a known version, or are damaged.
    public static <T> Optional<List<T>> read(
            ByteBuffer bytes, Function<Entry, Optional<T>> wanted) {
        try {
            boolean known = bytes.getInt() == SIGNATURE;
            int version = bytes.getInt();
            int count = bytes.getInt();
            if (!known || version < FIRST_VERSION || version > LAST_VERSION) {
                return Optional.empty();
            }
            var index = new GitIndex(bytes, version);
            List<T> kept = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                wanted.apply(index.next()).ifPresent(kept::add);
            }
            return Optional.of(kept);
        } catch (BufferUnderflowException
                | IllegalArgumentException
                | IndexOutOfBoundsException _) {
            return Optional.empty();
        }
    }

    private Entry next() {
        int start = index.position();
        byte[] id = new byte[ID_LENGTH];
        index.get(start + ID, id);
        int flags = index.getShort(start + FLAGS);
        index.position(start + FLAGS + 2);
        int further = (flags & EXTENDED) != 0 ? index.getShort() : 0;
        int kept = version == LAST_VERSION ? path.length() - varint() : 0;
        path = path.substring(0, kept) + text();
        if (version < LAST_VERSION) {
            // Padded with at least one zero, which ended the text, to a multiple of eight.
            int length = index.position() - 1 - start;
            index.position(start + (length / 8 + 1) * 8);
        }
        boolean compared =
                (flags & (ASSUMED_UNCHANGED | STAGE)) == 0
                        && (further & SKIP_WORKTREE) == 0
                        && (index.getInt(start + MODE) & TYPE) != SUBMODULE;
        return new Entry(
                new String(path.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8),
                id,
                compared,
                index.getInt(start + MTIME) & 0xFFFFFFFFL,
                index.getInt(start + MTIME + 4),
                index.getInt(start + SIZE) & 0xFFFFFFFFL);
    }

    private String text() {
        int start = index.position();
        int end = start;
        while (index.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[end - start];
        index.get(text);
        index.get();
        return new String(text, StandardCharsets.ISO_8859_1);
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
