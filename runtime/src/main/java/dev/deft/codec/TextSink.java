package dev.deft.codec;

import java.io.Writer;

/// A `StringWriter` without locks.
final class TextSink extends Writer {

    private final StringBuilder text = new StringBuilder(512);

    @Override
    public void write(int c) {
        text.append((char) c);
    }

    @Override
    public void write(char[] piece, int from, int length) {
        text.append(piece, from, length);
    }

    @Override
    public void write(String piece, int from, int length) {
        text.append(piece, from, from + length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public String toString() {
        return text.toString();
    }
}
