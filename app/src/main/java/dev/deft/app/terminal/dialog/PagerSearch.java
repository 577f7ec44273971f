package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Theme;
import java.util.regex.Pattern;
import org.jline.utils.AttributedString;

/// A text that is searched for. Capital letters in it are searched as such; otherwise case does not
/// matter.
final class PagerSearch {

    private final String text;
    private final Theme theme;
    private final Pattern pattern;

    PagerSearch(String text, Theme theme) {
        this.text = text;
        this.theme = theme;
        boolean exact = text.codePoints().anyMatch(Character::isUpperCase);
        int anyCase = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        this.pattern = Pattern.compile(Pattern.quote(text), exact ? 0 : anyCase);
    }

    String text() {
        return text;
    }

    boolean isIn(AttributedString line) {
        return pattern.matcher(line).find();
    }

    AttributedString highlighted(AttributedString line) {
        return line.styleMatches(pattern, theme.strong().inverse());
    }
}
