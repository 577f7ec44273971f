package dev.deft.agent.memory.index;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The words of a text for keyword search: in lower case, without endings and stop words, and as
/// hash codes, so that an index does not spell out what the files say.
///
/// The arrays are not to be changed.
final class SearchTerms {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

    /// Words that say nothing about the subject of a note or a question.
    private static final Set<String> STOP_WORDS =
            Set.of(
                    ("a about after all also am an and any are as at be because been before being but by can"
                                    + " could did do does doing done for from get gets got had has have having"
                                    + " he her here his how i if in into is it its just like made make many me"
                                    + " more most much must my need no not now of off on one only or other our"
                                    + " out over own per please she should so some such take tell than that the"
                                    + " their them then there these they thing this those to too up us use"
                                    + " used using very want was we were what when where which while who whom"
                                    + " whose why will with would you your")
                            .split(" ", -1));

    /// Endings, longest first, and how long the rest must be.
    private static final List<String> ENDINGS =
            List.of("ingly", "edly", "ings", "ies", "ing", "ed", "es", "ly", "s");

    private static final int SHORTEST_STEM = 3;

    private final int[] hashes;
    private final int[] counts;
    private final int length;

    /// Takes the words of an index.
    ///
    /// @param hashes sorted
    /// @param counts how often each word occurs
    /// @param length how many words there are
    SearchTerms(int[] hashes, int[] counts, int length) {
        this.hashes = hashes;
        this.counts = counts;
        this.length = length;
    }

    int[] hashes() {
        return hashes;
    }

    int[] counts() {
        return counts;
    }

    int length() {
        return length;
    }

    static SearchTerms of(String text) {
        Map<Integer, Integer> counts = new TreeMap<>();
        int length = 0;
        var words = WORD.matcher(text.toLowerCase(Locale.ROOT));
        while (words.find()) {
            if (!STOP_WORDS.contains(words.group())) {
                counts.merge(stem(words.group()).hashCode(), 1, Integer::sum);
                length++;
            }
        }
        return new SearchTerms(
                counts.keySet().stream().mapToInt(it -> it).toArray(),
                counts.values().stream().mapToInt(it -> it).toArray(),
                length);
    }

    /// Cuts an ending, so that `deploys`, `deployed` and `deploying` are one word.
    static String stem(String word) {
        for (String ending : ENDINGS) {
            if (word.length() - ending.length() >= SHORTEST_STEM && word.endsWith(ending)) {
                String rest = word.substring(0, word.length() - ending.length());
                return undoubled(ending.equals("ies") ? rest + "y" : rest);
            }
        }
        return withoutE(word);
    }

    /// `plan` for `plann`, and `cach` for `cache` as for `cached`.
    private static String undoubled(String stem) {
        int last = stem.length() - 1;
        boolean doubled =
                last >= SHORTEST_STEM
                        && stem.charAt(last) == stem.charAt(last - 1)
                        && "bdgmnprt".indexOf(stem.charAt(last)) >= 0;
        return withoutE(doubled ? stem.substring(0, last) : stem);
    }

    private static String withoutE(String word) {
        return word.length() > SHORTEST_STEM && word.endsWith("e")
                ? word.substring(0, word.length() - 1)
                : word;
    }

    /// How often a word occurs.
    int count(int hash) {
        int low = 0;
        int high = hashes.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (hashes[middle] == hash) {
                return counts[middle];
            }
            if (hashes[middle] < hash) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return 0;
    }
}
