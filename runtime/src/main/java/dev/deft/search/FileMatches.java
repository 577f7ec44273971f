package dev.deft.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/// The matching lines of one file, kept as bytes until someone wants to read them.
final class FileMatches {

    /// No more of a line is kept than this; lines of generated code can be megabytes long.
    private static final int LONGEST_LINE = 64 * 1024;

    private final byte[] path;
    private long[] lines = {};
    private int[] ends = {};
    private byte[] text = {};
    private int size;

    FileMatches(byte[] path) {
        this.path = path;
    }

    byte[] path() {
        return path;
    }

    int size() {
        return size;
    }

    /// How much memory this takes, roughly.
    long weight() {
        return path.length + text.length + lines.length * 12L + 100;
    }

    void add(long line, byte[] from, int start, int end) {
        int length = Math.min(end - start, LONGEST_LINE);
        int used = size == 0 ? 0 : ends[size - 1];
        if (size == lines.length) {
            lines = Arrays.copyOf(lines, Math.max(4, size * 2));
            ends = Arrays.copyOf(ends, Math.max(4, size * 2));
        }
        if (used + length > text.length) {
            text = Arrays.copyOf(text, Math.max(text.length * 2, used + length));
        }
        System.arraycopy(from, start, text, used, length);
        lines[size] = line;
        ends[size++] = used + length;
    }

    /// Match `i`, its text cut to `limit` characters.
    Match match(int i, int prefix, int limit) {
        int from = i == 0 ? 0 : ends[i - 1];
        String line = TextDecoder.decode(text, from, ends[i]);
        int end = line.length() <= limit ? line.length() : limit;
        if (end > 0 && end < line.length() && Character.isHighSurrogate(line.charAt(end - 1))) {
            end--;
        }
        String file = new String(path, prefix, path.length - prefix, UTF_8);
        return new Match(file, lines[i], line.substring(0, end));
    }
}
