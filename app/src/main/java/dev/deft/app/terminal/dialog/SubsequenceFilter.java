package dev.deft.app.terminal.dialog;

import java.util.Locale;
import java.util.OptionalInt;

/// Finds the typed characters in their order, spaces aside.
final class SubsequenceFilter implements Picker.Filter {

    private static final int ADJACENT = 4;
    private static final int WORD_START = 3;

    @Override
    public OptionalInt score(String typed, String label) {
        String wanted = typed.toLowerCase(Locale.ROOT);
        String text = label.toLowerCase(Locale.ROOT);
        int score = 0;
        int last = -2;
        for (int i = 0; i < wanted.length(); i++) {
            char character = wanted.charAt(i);
            if (character == ' ') {
                continue;
            }
            int at = text.indexOf(character, Math.max(0, last + 1));
            if (at < 0) {
                return OptionalInt.empty();
            }
            score += (at == last + 1 ? ADJACENT : 0) + (startsWord(text, at) ? WORD_START : 0);
            last = at;
        }
        return OptionalInt.of(score + (text.contains(wanted) ? ADJACENT * wanted.length() : 0));
    }

    private static boolean startsWord(String text, int at) {
        return at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
    }
}
