package dev.deft.postgres.session;

import dev.deft.agent.session.SearchWords;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Words of texts as the index has them, and queries for them.
final class SessionWords {

    /// A longer word is found by its beginning.
    private static final int MAX_WORD = 400;

    /// What the index of one entry takes, in bytes of UTF-8 at the most.
    private static final int MAX_CHARS = 250_000;

    private SessionWords() {}

    /// The distinct words of a text, with spaces between them.
    static String of(String text) {
        Set<String> words = new LinkedHashSet<>();
        int length = 0;
        for (String word : SearchWords.of(text)) {
            String shortened = shortened(word);
            if (words.add(shortened)) {
                length += shortened.length();
            }
            if (length > MAX_CHARS) {
                break;
            }
        }
        return String.join(" ", words);
    }

    private static String shortened(String word) {
        if (word.length() <= MAX_WORD) {
            return word;
        }
        int end = Character.isHighSurrogate(word.charAt(MAX_WORD - 1)) ? MAX_WORD - 1 : MAX_WORD;
        return word.substring(0, end);
    }

    /// For each word of a query, a condition that a word starts with it. Words have letters and
    /// digits only, so that quotes are enough.
    static List<String> query(String text) {
        return SearchWords.of(text).stream()
                .distinct()
                .map(it -> "'" + shortened(it) + "':*")
                .toList();
    }
}
