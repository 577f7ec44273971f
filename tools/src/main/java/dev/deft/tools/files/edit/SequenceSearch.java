package dev.deft.tools.files.edit;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Finds a sequence of numbers in another one in linear time (Knuth, Morris and Pratt). A naive
/// search takes minutes if both are repetitive.
final class SequenceSearch {

    private final IntUnaryOperator wanted;
    private final int[] borders;

    /// @param length of the wanted sequence, at least 1
    SequenceSearch(IntUnaryOperator wanted, int length) {
        this.wanted = wanted;
        this.borders = borders(wanted, length);
    }

    /// For each prefix of the sequence, the length of its longest border.
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

    /// Every index, from `from` on, at which the sequence occurs; occurrences may overlap.
    ///
    /// @param most the maximum number of results
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
