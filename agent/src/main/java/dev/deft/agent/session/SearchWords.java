package dev.deft.agent.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Splits text into search words: runs of letters and digits, in lower case.
public final class SearchWords {

    private SearchWords() {}

    /// The words of a text, in order.
    public static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        var word = new StringBuilder();
        text.toLowerCase(Locale.ROOT)
                .codePoints()
                .forEach(it -> {
                    if (Character.isLetterOrDigit(it)) {
                        word.appendCodePoint(it);
                    } else if (!word.isEmpty()) {
                        words.add(word.toString());
                        word.setLength(0);
                    }
                });
        if (!word.isEmpty()) {
            words.add(word.toString());
        }
        return words;
    }

    /// Whether the text has, for each word of the query, a word that starts with it.
    public static boolean match(List<String> query, String text) {
        if (query.isEmpty()) {
            return true;
        }
        List<String> words = of(text);
        return query.stream().allMatch(it -> words.stream().anyMatch(word -> word.startsWith(it)));
    }
}
