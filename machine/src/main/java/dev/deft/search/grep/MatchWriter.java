package dev.deft.search.grep;

import dev.deft.search.walk.TextDecoder;
import java.util.Arrays;

/// Writes the matching lines of one file after the other, as [FileMatches] stores them. Its memory
/// is used again for the next file, so that what is kept takes no more than it needs.
final class MatchWriter {

    /// The maximum length of a stored line; lines of generated code can be megabytes long.
    private static final int LONGEST_LINE = 64 * 1024;

    private static final int LARGEST_PART = 1 << 20;
    private static final int MOST_LINES = 1 << 16;
    private static final byte[] CUT = FileMatches.CUT;
    private static final byte[] NOTHING = {};
    private static final int[] NO_CUTS = {};

    private byte[] path = NOTHING;
    private String name = "";
    private byte[] shown = NOTHING;
    private int shownFrom;
    private long first;
    private int[] places = new int[FileMatches.PLACE * 64];

    /// Empty while no line is cut.
    private int[] cuts = NO_CUTS;

    private byte[] text = new byte[8 * 1024];
    private int used;
    private int size;

    /// @param path by which files are sorted
    /// @param name of the file as it is written before each line
    /// @param shown the same in UTF-8, from `shownFrom` on
    void begin(byte[] path, String name, byte[] shown, int shownFrom) {
        this.path = path;
        this.name = name;
        this.shown = shown;
        this.shownFrom = shownFrom;
    }

    /// Whether the next line must go into another part.
    boolean isFull() {
        return used >= LARGEST_PART || size >= MOST_LINES;
    }

    /// The lines since the file began, or since the last part of it.
    FileMatches part() {
        var part =
                new FileMatches(
                        path,
                        name,
                        first,
                        Arrays.copyOf(places, FileMatches.PLACE * size),
                        cuts.length == 0 ? cuts : Arrays.copyOf(cuts, 2 * size),
                        Arrays.copyOf(text, used));
        used = 0;
        size = 0;
        cuts = NO_CUTS;
        return part;
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
        cuts = Arrays.copyOf(cuts, Math.max(cuts.length, 2 * mostLines()));
        cuts[2 * size - 2] = before;
        cuts[2 * size - 1] = behind;
    }

    private void append(
            long line, byte[] from, int start, int end, int hit, byte[] before, byte[] behind) {
        int length = end - start;
        int digits = digits(line);
        int nameLength = shown.length - shownFrom;
        makeRoom(nameLength + digits + before.length + length + behind.length + 3);
        int at = put(shown, shownFrom, nameLength, used);
        text[at] = ':';
        long left = line;
        for (int i = at + digits; i > at; i--) {
            text[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
        at += digits + 1;
        text[at] = ':';
        at = put(before, 0, before.length, at + 1);
        if (size == 0) {
            first = line;
        }
        int place = FileMatches.PLACE * size++;
        places[place] = at;
        places[place + 1] = at + hit - start;
        at = put(from, start, length, at);
        at = put(behind, 0, behind.length, at);
        text[at] = '\n';
        used = at + 1;
    }

    private int mostLines() {
        return places.length / FileMatches.PLACE;
    }

    private void makeRoom(int length) {
        if (size == mostLines() || used + length > text.length) {
            grow(length);
        }
    }

    private void grow(int length) {
        if (size == mostLines()) {
            places = Arrays.copyOf(places, FileMatches.PLACE * 2 * size);
            cuts = cuts.length == 0 ? cuts : Arrays.copyOf(cuts, 2 * 2 * size);
        }
        if (used + length > text.length) {
            text = Arrays.copyOf(text, Math.max(text.length * 2, used + length));
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
}
