package dev.deft.search.index;

import java.util.Arrays;
import java.util.Map;

/// The bitmaps of the files of one folder in one array, so that a query about many thousand files
/// touches little memory.
///
/// Files are identified by their index in the folder. Guarded by the lock of the [IndexUpdater].
final class PackedGrams {

    private long[] words = {};
    private int[] ends = {};
    private int size;

    /// Adds a file whose content is unknown.
    void add() {
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, Math.max(4, size * 2));
        }
        ends[size] = start(size);
        size++;
    }

    void remove(int file) {
        invalidate(file);
        System.arraycopy(ends, file + 1, ends, file, size - file - 1);
        size--;
    }

    /// Makes the content of a file unknown.
    void invalidate(int file) {
        if (ends[file] > start(file)) {
            replace(Map.of(file, Grams.UNKNOWN));
        }
    }

    /// Stores new bitmaps, by the indexes of their files.
    void replace(Map<Integer, long[]> bitmaps) {
        int[] nextEnds = ends.clone();
        int end = 0;
        for (int i = 0; i < size; i++) {
            long[] bitmap = bitmaps.get(i);
            end += bitmap == null ? ends[i] - start(i) : bitmap.length;
            nextEnds[i] = end;
        }
        long[] next = new long[end];
        for (int i = 0; i < size; i++) {
            int to = i == 0 ? 0 : nextEnds[i - 1];
            long[] bitmap = bitmaps.get(i);
            if (bitmap == null) {
                System.arraycopy(words, start(i), next, to, nextEnds[i] - to);
            } else {
                System.arraycopy(bitmap, 0, next, to, bitmap.length);
            }
        }
        words = next;
        ends = nextEnds;
    }

    private int start(int file) {
        return file == 0 ? 0 : ends[file - 1];
    }

    boolean mayMatch(int file, Grams.GramQuery query) {
        int start = start(file);
        return query.mayMatch(words, start, ends[file] - start);
    }

    long bytes() {
        return (long) Long.BYTES * words.length;
    }
}
