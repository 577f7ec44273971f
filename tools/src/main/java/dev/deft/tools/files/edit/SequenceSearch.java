package dev.deft.tools.files.edit;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Finds a sequence of numbers in another one in linear time, whatever they are (Knuth, Morris and
/// Pratt). Searching step by step takes minutes where both repeat themselves.
final class SequenceSearch {

    private final IntUnaryOperator wanted;
    private final int[] borders;

    /// @param length of what is looked for, at least 1
    SequenceSearch(IntUnaryOperator wanted, int length) {
        this.wanted = wanted;
        this.borders = borders(wanted, length);
    }

    /// For each beginning of the sequence, how long a shorter beginning it ends with.
    private static int[] borders(IntUnaryOperator wanted, int length) {
        int[] borders = new int[length];
        int border = 0;
        for (int i = 1; i < length; i++) {
            int next = wanted.applyAsInt(i);
            while (border > 0 && wanted.applyAsInt(border) != next) {
                border = borders[border - 1];
            }
            if (wanted.applyAsInt(border) == next) {
                border++;
            }
            borders[i] = border;
        }
        return borders;
    }

    /// Every index, from `from` on, at which the sequence stands; places may overlap.
    ///
    /// @param most how many are given at most
    int[] in(IntUnaryOperator text, int length, int from, int most) {
        IntStream.Builder found = IntStream.builder();
        int count = 0;
        int matched = 0;
        for (int i = from; i < length && count < most; i++) {
            int next = text.applyAsInt(i);
            while (matched > 0 && wanted.applyAsInt(matched) != next) {
                matched = borders[matched - 1];
            }
            if (wanted.applyAsInt(matched) == next) {
                matched++;
            }
            if (matched == borders.length) {
                found.add(i - matched + 1);
                count++;
                matched = borders[matched - 1];
            }
        }
        return found.build().toArray();
    }
}
