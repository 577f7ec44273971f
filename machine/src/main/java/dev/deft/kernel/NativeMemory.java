package dev.deft.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Memory outside the heap: its address for the kernel, and a buffer over it for Java code.
///
/// A buffer, not a segment: until the optimizing compiler has seen it, access through a segment
/// takes several times as long, and compiled by the other one it is several times as much code.
///
/// @param bytes in the byte order of the machine
record NativeMemory(long address, ByteBuffer bytes) {

    /// Memory full of zeros.
    static NativeMemory allocate(Arena arena, long size) {
        MemorySegment memory = arena.allocate(size, Long.BYTES);
        return new NativeMemory(
                memory.address(), memory.asByteBuffer().order(ByteOrder.nativeOrder()));
    }

    /// Memory full of zeros that is garbage collected. The first memory of an arena loads more of
    /// the JDK than a start has time for.
    static NativeMemory allocate(int size) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
        return new NativeMemory(MemorySegment.ofBuffer(bytes).address(), bytes);
    }

    int size() {
        return bytes.capacity();
    }

    /// A part of it.
    NativeMemory slice(int from, int length) {
        return new NativeMemory(
                address + from, bytes.slice(from, length).order(ByteOrder.nativeOrder()));
    }

    /// Puts bytes with a zero behind them, as C wants its strings.
    void putString(int at, byte[] string) {
        bytes.put(at, string).put(at + string.length, (byte) 0);
    }

    /// A copy of its first bytes.
    byte[] copy(int length) {
        byte[] copy = new byte[length];
        bytes.get(0, copy);
        return copy;
    }

    void clear() {
        for (int i = 0; i < size(); i++) {
            bytes.put(i, (byte) 0);
        }
    }
}
