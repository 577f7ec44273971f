package dev.deft.search.grep;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.search.walk.TextDecoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;

/// Matching lines of one file in order, stored in UTF-8 as they are written: `file:line:text` and a
/// line feed. The threads of a search write them, so that delivering them costs next to nothing.
///
/// A file with very many matches is stored as several parts, so that each part is small.
public final class FileMatches {

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
    private static final int FIRST_ROOM = 1024;
    private static final int FIRST_LINES = 8;

    /// How many numbers there are about the place of a line: its start, its end, the match.
    private static final int PLACE = 3;

    private static final byte[] CUT = "…".getBytes(UTF_8);
    private static final byte[] NOTHING = {};

    private final byte[] path;
    private final byte[] name;
    private long[] lines = {};
    private int[] places = {};

    /// How many characters of each line were cut off before and after the stored part; empty while
    /// no line is cut.
    private int[] cuts = {};

    private byte[] text = NOTHING;
    private int used;
    private int size;

    /// @param path by which files are sorted
    /// @param name of the file as it is written before each line, in UTF-8
    FileMatches(byte[] path, byte[] name) {
        this.path = path;
        this.name = name;
    }

    /// An empty part for the next matches of the same file.
    FileMatches next() {
        return new FileMatches(path, name);
    }

    public int size() {
        return size;
    }

    /// Whether the next line must go into another part.
    boolean isFull() {
        return used >= LARGEST_PART || size >= MOST_LINES;
    }

    /// Estimates the memory this uses.
    long weight() {
        return path.length + name.length + text.length + lines.length * 20L + 100;
    }

    /// The length of the lines as they are written.
    long written() {
        return used;
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
            append(line, from, start, end, hit, NOTHING, NOTHING);
            return;
        }
        int first = Math.clamp(hit - LONGEST_LINE / 2L, start, end - LONGEST_LINE);
        int cutStart = TextDecoder.characterStart(from, start, first);
        int cutEnd = TextDecoder.characterStart(from, start, cutStart + LONGEST_LINE);
        int before = TextDecoder.characters(from, start, cutStart);
        int behind = TextDecoder.characters(from, cutEnd, end);
        append(
                line,
                from,
                cutStart,
                cutEnd,
                Math.min(hit, cutEnd),
                before > 0 ? CUT : NOTHING,
                behind > 0 ? CUT : NOTHING);
        cuts = Arrays.copyOf(cuts, Math.max(cuts.length, 2 * lines.length));
        cuts[2 * size - 2] = before;
        cuts[2 * size - 1] = behind;
    }

    private void append(
            long line, byte[] from, int start, int end, int hit, byte[] before, byte[] behind) {
        int length = end - start;
        int digits = digits(line);
        makeRoom(name.length + digits + before.length + length + behind.length + 3);
        int at = put(name, 0, name.length, used);
        text[at] = ':';
        long left = line;
        for (int i = at + digits; i > at; i--) {
            text[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
        at += digits + 1;
        text[at] = ':';
        at = put(before, 0, before.length, at + 1);
        lines[size] = line;
        int place = PLACE * size++;
        places[place] = at;
        places[place + 2] = at + hit - start;
        at = put(from, start, length, at);
        places[place + 1] = at;
        at = put(behind, 0, behind.length, at);
        text[at] = '\n';
        used = at + 1;
    }

    private void makeRoom(int length) {
        if (size == lines.length) {
            int room = Math.max(FIRST_LINES, size * 2);
            lines = Arrays.copyOf(lines, room);
            places = Arrays.copyOf(places, PLACE * room);
            cuts = cuts.length == 0 ? cuts : Arrays.copyOf(cuts, 2 * room);
        }
        if (used + length > text.length) {
            int room = Math.max(FIRST_ROOM, Math.max(text.length * 2, used + length));
            text = Arrays.copyOf(text, room);
        }
    }

    private int put(byte[] from, int start, int length, int at) {
        System.arraycopy(from, start, text, at, length);
        return at + length;
    }

    private static int digits(long value) {
        int digits = 1;
        for (long left = value; left >= 10; left /= 10) {
            digits++;
        }
        return digits;
    }

    public RawMatch line(int i) {
        return new RawMatch(this, i);
    }

    /// Writes all lines.
    public void writeTo(OutputStream out) throws IOException {
        out.write(text, 0, used);
    }

    /// Writes one line.
    void writeTo(OutputStream out, int i) throws IOException {
        int start = i == 0 ? 0 : endWritten(i - 1);
        out.write(text, start, endWritten(i) - start);
    }

    private int endWritten(int i) {
        return end(i) + (cutBehind(i) > 0 ? CUT.length : 0) + 1;
    }

    String name() {
        return new String(name, UTF_8);
    }

    long number(int i) {
        return lines[i];
    }

    byte[] text() {
        return text;
    }

    int start(int i) {
        return places[PLACE * i];
    }

    int end(int i) {
        return places[PLACE * i + 1];
    }

    int hit(int i) {
        return places[PLACE * i + 2];
    }

    int cutBefore(int i) {
        return cuts.length == 0 ? 0 : cuts[2 * i];
    }

    int cutBehind(int i) {
        return cuts.length == 0 ? 0 : cuts[2 * i + 1];
    }

    /// Serializes this for [#read].
    ByteBuffer write() {
        int numbers = size * (Long.BYTES + PLACE * Integer.BYTES);
        int cutCount = cuts.length == 0 ? 0 : 2 * size;
        int bytes = path.length + name.length + used;
        int length = 5 * Integer.BYTES + bytes + numbers + cutCount * Integer.BYTES;
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + length);
        out.putInt(length).putInt(path.length).putInt(name.length).putInt(used);
        out.putInt(size).putInt(cutCount);
        for (int i = 0; i < size; i++) {
            out.putLong(lines[i]);
        }
        for (int i = 0; i < PLACE * size; i++) {
            out.putInt(places[i]);
        }
        for (int i = 0; i < cutCount; i++) {
            out.putInt(cuts[i]);
        }
        return out.put(path).put(name).put(text, 0, used).flip();
    }

    /// Deserializes the result of [#write], without the length in front.
    static FileMatches read(ByteBuffer in) {
        var matches = new FileMatches(new byte[in.getInt()], new byte[in.getInt()]);
        matches.used = in.getInt();
        matches.text = new byte[matches.used];
        matches.size = in.getInt();
        matches.cuts = new int[in.getInt()];
        matches.lines = new long[matches.size];
        matches.places = new int[PLACE * matches.size];
        for (int i = 0; i < matches.size; i++) {
            matches.lines[i] = in.getLong();
        }
        for (int i = 0; i < matches.places.length; i++) {
            matches.places[i] = in.getInt();
        }
        for (int i = 0; i < matches.cuts.length; i++) {
            matches.cuts[i] = in.getInt();
        }
        in.get(matches.path).get(matches.name).get(matches.text);
        return matches;
    }
}
