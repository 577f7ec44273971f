package dev.deft.search.walk;

import dev.deft.search.regex.Rarity;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A text to search for, split before its rarest bytes: `strstr` of the C library searches for the
/// first bytes it is given.
///
/// @param head the part before the split
/// @param tail the rest in native memory, with a NUL at its end
@SuppressWarnings("ArrayRecordComponent")
public record Needle(byte[] head, MemorySegment tail) {

    /// Copies a text into `memory`, which has room for it and a NUL from `at` on.
    static Needle of(byte[] text, NativeText memory, int at) {
        int cut = Rarity.rarestPair(text);
        int length = text.length - cut;
        memory.bytes().put(at, text, cut, length);
        memory.set(at + length, (byte) 0);
        return new Needle(Arrays.copyOf(text, cut), memory.memory().asSlice(at, length + 1L));
    }

    /// Its first occurrence in `[from, to)`, or `to`.
    public long next(Disk disk, NativeText text, long from, long to) {
        long at = disk.indexOf(text.memory(), from + head.length, to, tail);
        while (at >= 0 && !headStandsBefore(text, at)) {
            at = disk.indexOf(text.memory(), at + 1, to, tail);
        }
        return at < 0 ? to : at - head.length;
    }

    private boolean headStandsBefore(NativeText text, long at) {
        long start = at - head.length;
        for (int i = head.length - 1; i >= 0; i--) {
            if (text.get(start + i) != head[i]) {
                return false;
            }
        }
        return true;
    }
}
