package dev.deft.host;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A run of bytes that nobody changes any more.
public final class Bytes {

    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    public static Bytes of(byte[] content) {
        return new Bytes(content.clone());
    }

    public static Bytes of(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Takes the array over without a copy; the caller must not touch it again.
    public static Bytes wrap(byte[] content) {
        return new Bytes(content);
    }

    public int size() {
        return content.length;
    }

    public byte at(int index) {
        return content[index];
    }

    public String text(Charset charset) {
        return new String(content, charset);
    }

    /// Up to `length` bytes from a position on; fewer only at the end.
    public Bytes part(long position, int length) {
        int from = (int) Math.min(position, content.length);
        int to = (int) Math.min((long) from + length, content.length);
        return new Bytes(Arrays.copyOfRange(content, from, to));
    }

    /// A read-only view, without a copy.
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(content).asReadOnlyBuffer();
    }

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
