package dev.deft.search.grep;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.search.walk.TextDecoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/// Matching lines of one file in order, stored as UTF-8 until they are read.
///
/// A file with very many matches is stored as several parts, so that each part is small.
final class FileMatches {

    /// By file, then by line.
    static final Comparator<FileMatches> IN_ORDER =
            (a, b) -> {
                int files = Arrays.compareUnsigned(a.path, b.path);
                return files != 0 ? files : Long.compare(a.lines[0], b.lines[0]);
            };

    /// The maximum length of a stored line; lines of generated code can be megabytes long.
    private static final int LONGEST_LINE = 64 * 1024;

    private static final int LARGEST_PART = 1 << 20;
    private static final int MOST_LINES = 1 << 16;

    private final byte[] path;
    private long[] lines = {};
    private int[] ends = {};
    private int[] hits = {};

    /// How many characters of each line were cut off before and after the stored part; empty while
    /// no line is cut.
    private int[] cuts = {};

    private byte[] text = {};
    private int size;
    private Optional<byte[]> written = Optional.empty();

    FileMatches(byte[] path) {
        this.path = path;
    }

    byte[] path() {
        return path;
    }

    int size() {
        return size;
    }

    /// Whether the next line must go into another part.
    boolean isFull() {
        return used() >= LARGEST_PART || size >= MOST_LINES;
    }

    private int used() {
        return size == 0 ? 0 : ends[size - 1];
    }

    /// Estimates the memory this uses.
    long weight() {
        return path.length + text.length + lines.length * 16L + 100;
    }

    /// Estimates the length of the lines as they are written.
    long written() {
        return used() + size * (path.length + 8L);
    }

    /// Adds `[start, end)` of `from`; the match starts or ends at `hit`.
    void add(long line, byte[] from, int start, int end, int hit) {
        if (TextDecoder.isUtf8(from, start, end)) {
            addUtf8(line, from, start, end, hit);
            return;
        }
        byte[] recoded = TextDecoder.recode(from, start, end);
        addUtf8(line, recoded, 0, recoded.length, TextDecoder.recode(from, start, hit).length);
    }

    private void addUtf8(long line, byte[] from, int start, int end, int hit) {
        if (end - start <= LONGEST_LINE) {
            append(line, from, start, end, hit);
            return;
        }
        int first = Math.clamp(hit - LONGEST_LINE / 2L, start, end - LONGEST_LINE);
        int cutStart = TextDecoder.characterStart(from, start, first);
        int cutEnd = TextDecoder.characterStart(from, start, cutStart + LONGEST_LINE);
        append(line, from, cutStart, cutEnd, Math.min(hit, cutEnd));
        cuts = Arrays.copyOf(cuts, Math.max(cuts.length, 2 * lines.length));
        cuts[2 * size - 2] = TextDecoder.characters(from, start, cutStart);
        cuts[2 * size - 1] = TextDecoder.characters(from, cutEnd, end);
    }

    private void append(long line, byte[] from, int start, int end, int hit) {
        int length = end - start;
        int used = used();
        if (size == lines.length) {
            int room = Math.max(4, size * 2);
            lines = Arrays.copyOf(lines, room);
            ends = Arrays.copyOf(ends, room);
            hits = Arrays.copyOf(hits, room);
            cuts = cuts.length == 0 ? cuts : Arrays.copyOf(cuts, 2 * room);
        }
        if (used + length > text.length) {
            text = Arrays.copyOf(text, Math.max(text.length * 2, used + length));
        }
        System.arraycopy(from, start, text, used, length);
        lines[size] = line;
        hits[size] = used + hit - start;
        ends[size++] = used + length;
    }

    /// Returns match `i`; the file name begins at `prefix` of its path.
    RawMatch line(int i, int prefix) {
        return new RawMatch(this, i, prefix);
    }

    long number(int i) {
        return lines[i];
    }

    byte[] text() {
        return text;
    }

    int start(int i) {
        return i == 0 ? 0 : ends[i - 1];
    }

    int end(int i) {
        return ends[i];
    }

    int hit(int i) {
        return hits[i];
    }

    int cutBefore(int i) {
        return cuts.length == 0 ? 0 : cuts[2 * i];
    }

    int cutBehind(int i) {
        return cuts.length == 0 ? 0 : cuts[2 * i + 1];
    }

    String name(int prefix) {
        return new String(path, prefix, path.length - prefix, UTF_8);
    }

    /// The file name as written before each line: always UTF-8.
    byte[] writtenName(int prefix) {
        if (written.isEmpty()) {
            written =
                    Optional.of(
                            TextDecoder.isUtf8(path, prefix, path.length)
                                    ? Arrays.copyOfRange(path, prefix, path.length)
                                    : name(prefix).getBytes(UTF_8));
        }
        return written.get();
    }

    /// Serializes this for [#read].
    ByteBuffer write() {
        int numbers = size * (Long.BYTES + 2 * Integer.BYTES);
        int cutCount = cuts.length == 0 ? 0 : 2 * size;
        int length = 4 * Integer.BYTES + path.length + used() + numbers + cutCount * Integer.BYTES;
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + length);
        out.putInt(length).putInt(path.length).putInt(used()).putInt(size).putInt(cutCount);
        for (int i = 0; i < size; i++) {
            out.putLong(lines[i]).putInt(ends[i]).putInt(hits[i]);
        }
        for (int i = 0; i < cutCount; i++) {
            out.putInt(cuts[i]);
        }
        return out.put(path).put(text, 0, used()).flip();
    }

    /// Deserializes the result of [#write], without the length in front.
    static FileMatches read(ByteBuffer in) {
        var matches = new FileMatches(new byte[in.getInt()]);
        matches.text = new byte[in.getInt()];
        matches.size = in.getInt();
        matches.cuts = new int[in.getInt()];
        matches.lines = new long[matches.size];
        matches.ends = new int[matches.size];
        matches.hits = new int[matches.size];
        for (int i = 0; i < matches.size; i++) {
            matches.lines[i] = in.getLong();
            matches.ends[i] = in.getInt();
            matches.hits[i] = in.getInt();
        }
        for (int i = 0; i < matches.cuts.length; i++) {
            matches.cuts[i] = in.getInt();
        }
        in.get(matches.path).get(matches.text);
        return matches;
    }
}
