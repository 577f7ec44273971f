package dev.deft.discovery;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Ranks short texts by relevance to a query (Okapi BM25).
final class Bm25 {

    private static final double SATURATION = 1.2;
    private static final double LENGTH_WEIGHT = 0.75;
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

    /// Stop words.
    private static final Set<String> STOP_WORDS =
            Set.of(
                    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for",
                    "from", "how", "i", "if", "in", "is", "it", "me", "my", "no", "not", "of", "on",
                    "one", "or", "that", "the", "this", "to", "tool", "use", "was", "what", "when",
                    "where", "which", "with", "you", "your");

    private final List<Map<String, Integer>> counts;
    private final Map<String, Integer> documentsWith = new HashMap<>();
    private final double averageLength;

    Bm25(List<String> texts) {
        this.counts = texts.stream().map(Bm25::count).toList();
        counts.forEach(
                words -> words.keySet().forEach(it -> documentsWith.merge(it, 1, Integer::sum)));
        this.averageLength = counts.stream().mapToInt(Bm25::length).average().orElse(1);
    }

    /// The indexes of matching texts, best first.
    List<Integer> rank(String query, int limit) {
        var words = new HashSet<>(words(query));
        double[] scores =
                counts.stream()
                        .mapToDouble(
                                it -> words.stream().mapToDouble(word -> score(it, word)).sum())
                        .toArray();
        return IntStream.range(0, scores.length)
                .boxed()
                .filter(it -> scores[it] > 0)
                .sorted(
                        Comparator.<Integer>comparingDouble(it -> -scores[it])
                                .thenComparing(it -> it))
                .limit(limit)
                .toList();
    }

    private double score(Map<String, Integer> document, String word) {
        int found = document.getOrDefault(word, 0);
        if (found == 0) {
            return 0;
        }
        int documents = documentsWith.getOrDefault(word, 0);
        double rarity = Math.log(1 + (counts.size() - documents + 0.5) / (documents + 0.5));
        double length = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length(document) / averageLength;
        return rarity * found * (SATURATION + 1) / (found + SATURATION * length);
    }

    private static int length(Map<String, Integer> document) {
        return document.values().stream().mapToInt(it -> it).sum();
    }

    private static Map<String, Integer> count(String text) {
        var counts = new HashMap<String, Integer>();
        words(text).forEach(it -> counts.merge(it, 1, Integer::sum));
        return counts;
    }

    /// Splits text into lower-case words without the plural s, so that `files` matches `file`.
    private static List<String> words(String text) {
        return WORD.matcher(text.toLowerCase(Locale.ROOT))
                .results()
                .map(it -> it.group())
                .filter(it -> !STOP_WORDS.contains(it))
                .map(it ->
                        it.length() > 3 && it.endsWith("s") && !it.endsWith("ss")
                                ? it.substring(0, it.length() - 1)
                                : it)
                .toList();
    }
}
