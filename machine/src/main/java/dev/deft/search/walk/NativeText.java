package dev.deft.search.walk;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Text in native memory: a segment for native functions, and a buffer over the same bytes for Java
/// code. Until the optimizing compiler has seen it, access through a segment takes several times as
/// long, and the first search of a process is over by then.
public record NativeText(MemorySegment memory, ByteBuffer bytes) {

    /// Memory full of NUL bytes that is garbage collected. The first memory of an arena loads more
    /// of the JDK than the first search has time for.
    static NativeText allocate(int size) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(size);
        return new NativeText(MemorySegment.ofBuffer(bytes), bytes);
    }

    /// Memory full of NUL bytes that is freed with its arena.
    static NativeText allocate(Arena arena, long size) {
        MemorySegment memory = arena.allocate(size, 64);
        return new NativeText(memory, memory.asByteBuffer());
    }

    public int size() {
        return bytes.capacity();
    }

    public byte get(long at) {
        return bytes.get((int) at);
    }

    void set(long at, byte value) {
        bytes.put((int) at, value);
    }

    /// Copies `[from, from + length)` to the start of an array.
    public void copyTo(byte[] array, long from, int length) {
        bytes.get((int) from, array, 0, length);
    }

    /// Copies the start of an array to `[from, from + length)`.
    void copyFrom(byte[] array, long from, int length) {
        bytes.put((int) from, array, 0, length);
    }
}
