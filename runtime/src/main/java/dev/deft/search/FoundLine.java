package dev.deft.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;

/// A matching line as a search holds it: bytes, decoded when asked for.
public final class FoundLine {

    private static final byte[] CUT = "…".getBytes(UTF_8);

    private final FileMatches matches;
    private final int index;
    private final int prefix;

    FoundLine(FileMatches matches, int index, int prefix) {
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

    /// The line without its end; of a very long one the part around the match.
    public String text() {
        return decode(matches.end(index));
    }

    private String decode(int end) {
        int start = matches.start(index);
        return new String(matches.text(), start, end - start, UTF_8);
    }

    /// Where in [#text] the match is, or ends.
    public int matchAt() {
        return decode(matches.hit(index)).length();
    }

    /// How many characters the whole line has.
    public long length() {
        long kept =
                TextDecoder.characters(matches.text(), matches.start(index), matches.end(index));
        return matches.cutBefore(index) + kept + matches.cutBehind(index);
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

    /// Writes `file:line:text` and a line feed, in UTF-8.
    public void writeTo(OutputStream out) throws IOException {
        byte[] path = matches.path();
        if (TextDecoder.isUtf8(path, prefix, path.length)) {
            out.write(path, prefix, path.length - prefix);
        } else {
            out.write(file().getBytes(UTF_8));
        }
        out.write(':');
        number(out, line());
        out.write(':');
        if (matches.cutBefore(index) > 0) {
            out.write(CUT);
        }
        int start = matches.start(index);
        out.write(matches.text(), start, matches.end(index) - start);
        if (matches.cutBehind(index) > 0) {
            out.write(CUT);
        }
        out.write('\n');
    }

    private static void number(OutputStream out, long value) throws IOException {
        if (value >= 10) {
            number(out, value / 10);
        }
        out.write((int) ('0' + value % 10));
    }

    @Override
    public String toString() {
        return file() + ":" + line() + ":" + text();
    }
}
