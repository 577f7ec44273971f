package dev.deft.app.terminal.diff;

import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// Styles the text of one line of a diff. Everything invisible in it is named, and spaces that
/// changed are made visible.
final class DiffText {

    private static final int TAB = 4;

    /// Such as `⟨U+202E⟩`.
    private static final Pattern NAME = Pattern.compile("⟨U\\+[0-9A-F]{4,6}⟩");

    private final Theme theme;
    private final AttributedStyle style;
    private final AttributedStyle wordStyle;
    private final AttributedStringBuilder line = new AttributedStringBuilder();

    DiffText(Theme theme, AttributedStyle style) {
        this(theme, style, style);
    }

    DiffText(Theme theme, AttributedStyle style, AttributedStyle wordStyle) {
        this.theme = theme;
        this.style = style;
        this.wordStyle = wordStyle;
    }

    /// @param changed the indexes of the words that changed
    AttributedString words(List<String> words, BitSet changed) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean last = i == words.size() - 1;
            if (changed.get(i)) {
                add(word, wordStyle, last ? "·" : " ", "→");
            } else {
                add(word, style, " ", " ");
            }
        }
        return line.toAttributedString();
    }

    /// A line without a partner: all of it changed.
    AttributedString whole(String text) {
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t')) {
            end--;
        }
        add(text.substring(0, end), style, " ", " ");
        add(text.substring(end), wordStyle, "·", "→");
        return line.toAttributedString();
    }

    /// A line that did not change.
    AttributedString same(String text) {
        add(text, style, " ", " ");
        return line.toAttributedString();
    }

    private void add(String text, AttributedStyle with, String space, String tab) {
        if (text.isBlank() || text.indexOf('\t') >= 0) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '\t') {
                    int width = TAB - line.length() % TAB;
                    line.append(tab + " ".repeat(width - 1), with);
                } else if (c == ' ') {
                    line.append(space, with);
                } else {
                    int end = next(text, i);
                    named(text.substring(i, end), with);
                    i = end - 1;
                }
            }
        } else {
            named(text, with);
        }
    }

    private void named(String text, AttributedStyle with) {
        String named = TerminalText.decideLines(text);
        if (named.equals(text)) {
            line.append(text, with);
            return;
        }
        Matcher name = NAME.matcher(named);
        int from = 0;
        while (name.find()) {
            line.append(named.substring(from, name.start()), with);
            line.append(name.group(), Theme.over(with, theme.unseen()));
            from = name.end();
        }
        line.append(named.substring(from), with);
    }

    /// The end of the text before the next space or tab.
    private static int next(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) != ' ' && text.charAt(end) != '\t') {
            end++;
        }
        return end;
    }
}
