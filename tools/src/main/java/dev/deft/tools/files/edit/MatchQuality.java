package dev.deft.tools.files.edit;

import java.util.Locale;

/// How well the text that was asked for fits what was found.
public enum MatchQuality {
    /// Character for character.
    EXACT,
    /// But for blanks at the ends of lines, indentation or the shape of quotes.
    WHITESPACE;

    /// The spelling in results.
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
