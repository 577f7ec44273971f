package dev.deft.tools.files.text;

import dev.deft.host.Bytes;
import java.nio.ByteBuffer;

/// Detects the encoding of a text in one pass.
///
/// A byte order mark decides; else it is UTF-8 if it is valid UTF-8; else a single-byte encoding,
/// in which every byte sequence is valid.
final class EncodingDetector {

    private static final long HIGH_BITS = 0x8080808080808080L;

    private final TextEncoding marked;
    private final LineEndCounter chunks = new LineEndCounter();
    private boolean valid = true;
    private int pending;
    private int lowest;
    private int highest;
    private boolean windowsOnly;
    private boolean windowsUndefined;

    /// @param head the first bytes of the file
    EncodingDetector(Bytes head) {
        this.marked = TextEncoding.marked(head).orElse(TextEncoding.UTF_8);
    }

    /// The encoding that the beginning of the file suggests.
    TextEncoding presumed() {
        return marked;
    }

    /// Processes the next bytes of the file, from `from` up to `to`.
    void feed(ByteBuffer bytes, int from, int to) {
        if (marked.unit() > 1) {
            return;
        }
        int at = from;
        while (at < to) {
            if (pending == 0 && to - at >= LineEndCounter.CHUNK && chunks.isAscii(bytes, at)) {
                at += LineEndCounter.CHUNK;
                continue;
            }
            at = feedSome(bytes, at, Math.min(to, at + LineEndCounter.CHUNK));
        }
    }

    private int feedSome(ByteBuffer bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (pending == 0 && to - at >= Long.BYTES && (bytes.getLong(at) & HIGH_BITS) == 0) {
                at += Long.BYTES;
            } else {
                step(bytes.get(at) & 0xFF);
                at++;
            }
        }
        return at;
    }

    private void step(int value) {
        if (value >= 0x80 && value <= 0x9F) {
            windowsOnly = true;
            windowsUndefined |= isUndefinedInWindows1252(value);
        }
        if (!valid) {
            return;
        }
        if (pending > 0) {
            valid = value >= lowest && value <= highest;
            pending--;
            expect(0x80, 0xBF);
        } else if (value >= 0x80) {
            lead(value);
        }
    }

    private static boolean isUndefinedInWindows1252(int value) {
        return value == 0x81 || value == 0x8D || value == 0x8F || value == 0x90 || value == 0x9D;
    }

    private void lead(int value) {
        expect(0x80, 0xBF);
        if (value >= 0xC2 && value <= 0xDF) {
            pending = 1;
        } else if (value >= 0xE0 && value <= 0xEF) {
            pending = 2;
            expect(value == 0xE0 ? 0xA0 : 0x80, value == 0xED ? 0x9F : 0xBF);
        } else if (value >= 0xF0 && value <= 0xF4) {
            pending = 3;
            expect(value == 0xF0 ? 0x90 : 0x80, value == 0xF4 ? 0x8F : 0xBF);
        } else {
            valid = false;
        }
    }

    private void expect(int lowest, int highest) {
        this.lowest = lowest;
        this.highest = highest;
    }

    /// The encoding, after all bytes were processed.
    TextEncoding verdict() {
        if (marked.unit() > 1) {
            return marked;
        }
        if (valid && pending == 0) {
            return marked;
        }
        return windowsOnly && !windowsUndefined
                ? TextEncoding.WINDOWS_1252
                : TextEncoding.ISO_8859_1;
    }
}
