package dev.deft.search.grep;

import static java.nio.charset.StandardCharsets.UTF_8;

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

    /// Stands for the cut part of a line.
    static final byte[] CUT = "…".getBytes(UTF_8);

    /// How many numbers there are about the place of a line: its start, its end, the match.
    static final int PLACE = 3;

    private final byte[] path;
    private final byte[] name;
    private final long[] lines;
    private final int[] places;

    /// How many characters of each line were cut off before and after the stored part; empty if no
    /// line is cut.
    private final int[] cuts;

    private final byte[] text;

    /// @param path by which files are sorted
    /// @param name of the file as it is written before each line, in UTF-8
    FileMatches(byte[] path, byte[] name, long[] lines, int[] places, int[] cuts, byte[] text) {
        this.path = path;
        this.name = name;
        this.lines = lines;
        this.places = places;
        this.cuts = cuts;
        this.text = text;
    }

    public int size() {
        return lines.length;
    }

    /// Estimates the memory this uses.
    long weight() {
        return path.length + name.length + text.length + lines.length * 20L + 100;
    }

    /// The length of the lines as they are written.
    long written() {
        return text.length;
    }

    public RawMatch line(int i) {
        return new RawMatch(this, i);
    }

    /// Writes all lines.
    public void writeTo(OutputStream out) throws IOException {
        out.write(text, 0, text.length);
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
        int numbers = lines.length * Long.BYTES + (places.length + cuts.length) * Integer.BYTES;
        int length = 5 * Integer.BYTES + path.length + name.length + text.length + numbers;
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + length);
        out.putInt(length).putInt(path.length).putInt(name.length).putInt(text.length);
        out.putInt(lines.length).putInt(cuts.length);
        for (long line : lines) {
            out.putLong(line);
        }
        for (int place : places) {
            out.putInt(place);
        }
        for (int cut : cuts) {
            out.putInt(cut);
        }
        return out.put(path).put(name).put(text).flip();
    }

    /// Deserializes the result of [#write], without the length in front.
    static FileMatches read(ByteBuffer in) {
        byte[] path = new byte[in.getInt()];
        byte[] name = new byte[in.getInt()];
        byte[] text = new byte[in.getInt()];
        long[] lines = new long[in.getInt()];
        int[] cuts = new int[in.getInt()];
        int[] places = new int[PLACE * lines.length];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = in.getLong();
        }
        for (int i = 0; i < places.length; i++) {
            places[i] = in.getInt();
        }
        for (int i = 0; i < cuts.length; i++) {
            cuts[i] = in.getInt();
        }
        in.get(path).get(name).get(text);
        return new FileMatches(path, name, lines, places, cuts, text);
    }
}
