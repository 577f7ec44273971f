package dev.deft.host;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// An immutable sequence of bytes.
public final class Bytes {

    /// No bytes.
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /// {@return a copy of an array}
    ///
    /// @param content is copied
    public static Bytes of(byte[] content) {
        return new Bytes(content.clone());
    }

    /// {@return a text in UTF-8}
    ///
    /// @param text to encode
    public static Bytes of(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /// {@return a wrapper of an array, without a copy}
    ///
    /// @param content must not be changed by the caller afterwards
    public static Bytes wrap(byte[] content) {
        return new Bytes(content);
    }

    /// {@return the number of bytes}
    public int size() {
        return content.length;
    }

    /// {@return one byte}
    ///
    /// @param index counted from 0
    /// @throws IndexOutOfBoundsException if there are fewer bytes
    public byte at(int index) {
        return content[index];
    }

    /// {@return the bytes as text; malformed input becomes the replacement character}
    ///
    /// @param charset to decode with
    public String text(Charset charset) {
        return new String(content, charset);
    }

    /// {@return up to `length` bytes from a position; fewer at the end, none beyond it}
    ///
    /// @param position of the first byte
    /// @param length how many at most
    public Bytes part(long position, int length) {
        int from = (int) Math.min(position, content.length);
        int to = (int) Math.min((long) from + length, content.length);
        return new Bytes(Arrays.copyOfRange(content, from, to));
    }

    /// {@return a read-only view, without a copy; each call returns a new buffer}
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(content).asReadOnlyBuffer();
    }

    /// {@return a copy as an array}
    public byte[] toArray() {
        return content.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return content.length + " bytes";
    }
}
