package dev.deft.tools.files.edit;

import java.util.Locale;

/// How exactly the requested text matches the text found.
public enum MatchQuality {
    /// Character by character.
    EXACT,
    /// Except for blanks at the ends of lines, indentation or the style of quotes.
    WHITESPACE;

    /// Its name in results.
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
