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
                return files != 0 ? files : Long.compare(a.first, b.first);
            };

    /// Stands for the cut part of a line.
    static final byte[] CUT = "…".getBytes(UTF_8);

    /// How many numbers there are about the place of a line: its start and the match. The rest can
    /// be read in the text, and only few lines are looked at one by one.
    static final int PLACE = 2;

    private final byte[] path;
    private final String name;
    private final long first;
    private final int[] places;

    /// How many characters of each line were cut off before and after the stored part; empty if no
    /// line is cut.
    private final int[] cuts;

    private final byte[] text;

    /// @param path by which files are sorted
    /// @param name of the file as it is written before each line
    /// @param first the number of the first line
    FileMatches(byte[] path, String name, long first, int[] places, int[] cuts, byte[] text) {
        this.path = path;
        this.name = name;
        this.first = first;
        this.places = places;
        this.cuts = cuts;
        this.text = text;
    }

    public int size() {
        return places.length / PLACE;
    }

    /// Estimates the memory this uses.
    long weight() {
        return path.length + name.length() + text.length + size() * 8L + 140;
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
        int start = i == 0 ? 0 : lineFeed(i - 1) + 1;
        out.write(text, start, lineFeed(i) + 1 - start);
    }

    private int lineFeed(int i) {
        int at = start(i);
        while (text[at] != '\n') {
            at++;
        }
        return at;
    }

    String name() {
        return name;
    }

    /// It is written before the line, between two colons.
    long number(int i) {
        long number = 0;
        int at = start(i) - (cutBefore(i) > 0 ? CUT.length : 0) - 2;
        for (long unit = 1; text[at] != ':'; unit *= 10) {
            number += (text[at--] - '0') * unit;
        }
        return number;
    }

    byte[] text() {
        return text;
    }

    int start(int i) {
        return places[PLACE * i];
    }

    int end(int i) {
        return lineFeed(i) - (cutBehind(i) > 0 ? CUT.length : 0);
    }

    int hit(int i) {
        return places[PLACE * i + 1];
    }

    int cutBefore(int i) {
        return cuts.length == 0 ? 0 : cuts[2 * i];
    }

    int cutBehind(int i) {
        return cuts.length == 0 ? 0 : cuts[2 * i + 1];
    }

    /// Serializes this for [#read].
    ByteBuffer write() {
        byte[] shown = name.getBytes(UTF_8);
        int numbers = Long.BYTES + (places.length + cuts.length) * Integer.BYTES;
        int length = 5 * Integer.BYTES + path.length + shown.length + text.length + numbers;
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + length);
        out.putInt(length).putInt(path.length).putInt(shown.length).putInt(text.length);
        out.putInt(places.length).putInt(cuts.length).putLong(first);
        for (int place : places) {
            out.putInt(place);
        }
        for (int cut : cuts) {
            out.putInt(cut);
        }
        return out.put(path).put(shown).put(text).flip();
    }

    /// Deserializes the result of [#write], without the length in front.
    static FileMatches read(ByteBuffer in) {
        byte[] path = new byte[in.getInt()];
        byte[] shown = new byte[in.getInt()];
        byte[] text = new byte[in.getInt()];
        int[] places = new int[in.getInt()];
        int[] cuts = new int[in.getInt()];
        long first = in.getLong();
        for (int i = 0; i < places.length; i++) {
            places[i] = in.getInt();
        }
        for (int i = 0; i < cuts.length; i++) {
            cuts[i] = in.getInt();
        }
        in.get(path).get(shown).get(text);
        return new FileMatches(path, new String(shown, UTF_8), first, places, cuts, text);
    }
}
