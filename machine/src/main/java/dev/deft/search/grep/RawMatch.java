package dev.deft.search.grep;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.search.walk.TextDecoder;
import java.io.IOException;
import java.io.OutputStream;

/// A matching line as bytes, which are decoded on demand.
public final class RawMatch {

    private final FileMatches matches;
    private final int index;

    RawMatch(FileMatches matches, int index) {
        this.matches = matches;
        this.index = index;
    }

    /// With `/`; relative to the root of the search, behind [LineQuery#namePrefix].
    public String file() {
        return matches.name();
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

    /// Writes `file:line:text` and a line feed in UTF-8.
    public void writeTo(OutputStream out) throws IOException {
        matches.writeTo(out, index);
    }

    @Override
    public String toString() {
        return file() + ":" + line() + ":" + text();
    }
}
