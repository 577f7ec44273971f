package dev.deft.search.grep;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.search.walk.TextDecoder;
import java.io.IOException;
import java.io.OutputStream;

/// A matching line as bytes, which are decoded on demand.
public final class RawMatch {

    private static final byte[] CUT = "…".getBytes(UTF_8);
    private static final byte[] NOTHING = {};

    private final FileMatches matches;
    private final int index;
    private final int prefix;

    RawMatch(FileMatches matches, int index, int prefix) {
        this.matches = matches;
        this.index = index;
        this.prefix = prefix;
    }

    /// Relative to the root of the search, with `/`.
    public String file() {
        return matches.name(prefix);
    }

    /// Counted from 1.
    public long line() {
        return matches.number(index);
    }

    /// The line without its line end; of a very long line only the part around the match.
    public String text() {
        return decode(matches.end(index));
    }

    private String decode(int end) {
        int start = matches.start(index);
        return new String(matches.text(), start, end - start, UTF_8);
    }

    /// The index in [#text] at which the match starts or ends.
    public int matchAt() {
        return decode(matches.hit(index)).length();
    }

    /// How many characters the whole line has.
    public long length() {
        long length =
                TextDecoder.characters(matches.text(), matches.start(index), matches.end(index));
        return matches.cutBefore(index) + length + matches.cutBehind(index);
    }

    /// The line with its text cut to `limit` characters around the match.
    Match match(int limit) {
        String text = text();
        if (text.length() <= limit) {
            return new Match(file(), line(), text);
        }
        int start = matchAt() <= limit ? 0 : Math.min(matchAt() - limit / 2, text.length() - limit);
        if (start > 0 && Character.isLowSurrogate(text.charAt(start))) {
            start--;
        }
        int end = start + limit;
        if (end > start && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return new Match(file(), line(), text.substring(start, end));
    }

    /// Writes `file:line:text` and a line feed in UTF-8, in one call, because every call of a
    /// stream is slow.
    public void writeTo(OutputStream out) throws IOException {
        byte[] name = matches.writtenName(prefix);
        int start = matches.start(index);
        int length = matches.end(index) - start;
        byte[] before = matches.cutBefore(index) > 0 ? CUT : NOTHING;
        byte[] behind = matches.cutBehind(index) > 0 ? CUT : NOTHING;
        int digits = digits(line());
        byte[] all = new byte[name.length + digits + before.length + length + behind.length + 3];
        int at = put(name, 0, name.length, all, 0);
        all[at++] = ':';
        long left = line();
        for (int i = at + digits - 1; i >= at; i--) {
            all[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
        at += digits;
        all[at++] = ':';
        at = put(before, 0, before.length, all, at);
        at = put(matches.text(), start, length, all, at);
        at = put(behind, 0, behind.length, all, at);
        all[at] = '\n';
        out.write(all);
    }

    private static int put(byte[] from, int start, int length, byte[] into, int at) {
        System.arraycopy(from, start, into, at, length);
        return at + length;
    }

    private static int digits(long value) {
        int digits = 1;
        for (long left = value; left >= 10; left /= 10) {
            digits++;
        }
        return digits;
    }

    @Override
    public String toString() {
        return file() + ":" + line() + ":" + text();
    }
}
