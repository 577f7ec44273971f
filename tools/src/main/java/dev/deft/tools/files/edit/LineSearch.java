package dev.deft.tools.files.edit;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds a sequence of lines in other lines.
public final class LineSearch {

    private LineSearch() {}

    /// Every index, from 0 and not before `from`, at which `wanted` occurs.
    public static List<Integer> find(List<String> lines, List<String> wanted, int from) {
        if (wanted.isEmpty()) {
            return List.of();
        }
        Map<String, Integer> numbers = new HashMap<>();
        int[] asked = numbered(wanted, numbers);
        int[] there = new int[lines.size()];
        for (int i = 0; i < there.length; i++) {
            there[i] = numbers.getOrDefault(lines.get(i), -1);
        }
        int[] found =
                new SequenceSearch(it -> asked[it], asked.length)
                        .in(it -> there[it], there.length, from, Integer.MAX_VALUE);
        return Arrays.stream(found).boxed().toList();
    }

    /// Equal lines get equal numbers.
    private static int[] numbered(List<String> lines, Map<String, Integer> numbers) {
        int[] numbered = new int[lines.size()];
        for (int i = 0; i < numbered.length; i++) {
            numbered[i] = numbers.computeIfAbsent(lines.get(i), _ -> numbers.size());
        }
        return numbered;
    }

    public static boolean standsAt(List<String> lines, List<String> wanted, int index) {
        return lines.subList(index, index + wanted.size()).equals(wanted);
    }
}
