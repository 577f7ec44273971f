package dev.deft.search.regex;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/// Finds the positions in a text at which a [ByteWindow] occurs. Not thread-safe.
public final class ByteWindowScanner {

    private static final VarHandle EIGHT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long SIGNS = 0x8080808080808080L;

    private final List<ByteClass> classes;
    private byte[] fits = {};
    private byte[] marks = {};
    private int positions;

    public ByteWindowScanner(ByteWindow window) {
        this.classes = window.classes();
    }

    /// Sets the text and scans all of it.
    public void scan(byte[] text, int length) {
        if (fits.length < length + Long.BYTES) {
            fits = new byte[length + Long.BYTES];
            marks = new byte[length + Long.BYTES];
        }
        positions = Math.max(0, length - classes.size() + 1);
        if (positions == 0) {
            return;
        }
        classes.getFirst().mark(text, length, fits);
        System.arraycopy(fits, 0, marks, 0, length);
        for (int i = 1; i < classes.size(); i++) {
            boolean again = classes.get(i).equals(classes.get(i - 1));
            if (!again) {
                classes.get(i).mark(text, length, marks);
            }
            int shift = again ? 1 : i;
            System.arraycopy(marks, shift, marks, 0, length - shift);
            join(marks, fits, positions);
        }
        Arrays.fill(fits, positions, positions + Long.BYTES, (byte) 0x80);
    }

    /// The marks are already shifted: only loops over equal indexes of two arrays are vectorized.
    private static void join(byte[] marks, byte[] into, int length) {
        for (int i = 0; i < length; i++) {
            into[i] = (byte) (into[i] | marks[i]);
        }
    }

    /// The first position at or after `from`, or -1.
    public int next(int from) {
        for (int i = from; i < positions; i += Long.BYTES) {
            long hits = ~(long) EIGHT.get(fits, i) & SIGNS;
            if (hits != 0) {
                return i + (Long.numberOfTrailingZeros(hits) >> 3);
            }
        }
        return -1;
    }
}
