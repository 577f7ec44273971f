package dev.deft.process.output;

import java.util.Arrays;

/// Keeps the head and tail of a byte stream in bounded memory.
final class HeadTail {

    private final int headLimit;
    private final int tailLimit;
    private byte[] head = new byte[0];
    private int headLength;
    private byte[] tail = new byte[0];
    private long total;

    HeadTail(int headLimit, int tailLimit) {
        this.headLimit = headLimit;
        this.tailLimit = tailLimit;
    }

    void add(byte[] bytes, int length) {
        int first = Math.min(length, headLimit - headLength);
        if (first > 0) {
            head = grown(head, headLength + first, headLimit);
            System.arraycopy(bytes, 0, head, headLength, first);
            headLength += first;
        }
        if (first < length) {
            addToTail(bytes, Math.max(0, first), length);
        }
        total += length;
    }

    /// The tail is a ring buffer: the byte at position `p` after the head is at index `p %
    /// tailLimit`.
    private void addToTail(byte[] bytes, int from, int to) {
        long position = total + from - headLength;
        tail = grown(tail, (int) Math.min(tailLimit, position + to - from), tailLimit);
        int start = Math.max(from, to - tailLimit);
        for (int i = start; i < to; ) {
            int at = (int) ((position + i - from) % tailLimit);
            int part = Math.min(to - i, tailLimit - at);
            System.arraycopy(bytes, i, tail, at, part);
            i += part;
        }
    }

    private static byte[] grown(byte[] array, int needed, int limit) {
        return array.length >= needed
                ? array
                : Arrays.copyOf(array, Math.min(limit, Math.max(needed, 2 * array.length)));
    }

    long total() {
        return total;
    }

    /// Whether bytes between head and tail were dropped.
    boolean cut() {
        return total - headLength > tailLimit;
    }

    byte[] head() {
        return Arrays.copyOf(head, headLength);
    }

    /// The bytes kept after the head.
    byte[] tail() {
        long after = total - headLength;
        int length = (int) Math.min(after, tailLimit);
        var result = new byte[length];
        for (int i = 0; i < length; ) {
            int at = (int) ((after - length + i) % tailLimit);
            int part = Math.min(length - i, tailLimit - at);
            System.arraycopy(tail, at, result, i, part);
            i += part;
        }
        return result;
    }

    /// All bytes, if none were dropped.
    byte[] all() {
        byte[] rest = tail();
        byte[] all = Arrays.copyOf(head, headLength + rest.length);
        System.arraycopy(rest, 0, all, headLength, rest.length);
        return all;
    }
}
