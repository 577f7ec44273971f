package dev.deft.app.terminal.markdown;

import dev.deft.app.terminal.ui.Theme;
import dev.deft.resource.Resources;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// Colors code by a table of languages: keywords, types, strings, comments, numbers. It knows words
/// and marks, no grammar.
public final class CodeHighlighter {

    /// Ends what ends with the line.
    private static final String LINE_END = "\n";

    private final CodeLanguage language;
    private final Theme theme;

    /// What ends the comment or string that is open; empty if none is.
    private String until = "";

    private AttributedStyle open;
    private boolean inTag;
    private boolean lineStarts = true;

    private CodeHighlighter(CodeLanguage language, Theme theme) {
        this.language = language;
        this.theme = theme;
        this.open = theme.plain();
    }

    /// A highlighter for the language that a fence or the end of a file name names, such as `java`
    /// or `py`. Code in an unknown language gets no colors.
    public static CodeHighlighter of(String language, Theme theme) {
        String name = language.toLowerCase(Locale.ROOT);
        return new CodeHighlighter(Known.LANGUAGES.getOrDefault(name, CodeLanguage.PLAIN), theme);
    }

    static CodeHighlighter plain(Theme theme) {
        return new CodeHighlighter(CodeLanguage.PLAIN, theme);
    }

    /// The next line, colored.
    public AttributedString line(String text) {
        return part(text, true);
    }

    CodeHighlighter copy() {
        var copy = new CodeHighlighter(language, theme);
        copy.until = until;
        copy.open = open;
        copy.inTag = inTag;
        copy.lineStarts = lineStarts;
        return copy;
    }

    /// A part of a line.
    AttributedString part(String text, boolean ends) {
        AttributedString colored = colored(text);
        lineStarts = ends;
        if (ends && until.equals(LINE_END)) {
            until = "";
        }
        return colored;
    }

    private AttributedString colored(String text) {
        if (language.isPlain()) {
            return new AttributedString(text, theme.plain());
        }
        if (lineStarts) {
            lineStyle(text).ifPresent(it -> openUntil(LINE_END, it));
        }
        var colored = new AttributedStringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int next = until.isEmpty() ? token(text, at, colored) : goOn(text, at, 0, colored);
            at = next;
        }
        return colored.toAttributedString();
    }

    private void openUntil(String end, AttributedStyle style) {
        until = end;
        open = style;
    }

    /// The style of a line as a whole.
    private Optional<AttributedStyle> lineStyle(String text) {
        return switch (language.shape()) {
            case DIFF -> Optional.of(diffStyle(text));
            case HEADINGS -> text.startsWith("#") ? Optional.of(theme.heading()) : Optional.empty();
            case CODE -> {
                boolean section = language.has("sections") && text.stripLeading().startsWith("[");
                yield section ? Optional.of(theme.type()) : Optional.empty();
            }
            case TAGS -> Optional.empty();
        };
    }

    private AttributedStyle diffStyle(String text) {
        if (text.startsWith("+++") || text.startsWith("---")) {
            return theme.strong();
        }
        if (text.startsWith("@@")) {
            return theme.type();
        }
        if (text.startsWith("+")) {
            return theme.added();
        }
        return text.startsWith("-") ? theme.removed() : theme.plain();
    }

    /// Writes what is open, up to its end.
    private int goOn(String text, int at, int skip, AttributedStringBuilder colored) {
        int found = until.equals(LINE_END) ? -1 : text.indexOf(until, at + skip);
        int end = found < 0 ? text.length() : found + until.length();
        colored.append(text.substring(at, end), open);
        until = found < 0 ? until : "";
        return end;
    }

    private int token(String text, int at, AttributedStringBuilder colored) {
        Optional<CodeLanguage.Pair> block = language.blockAt(text, at);
        if (block.isPresent()) {
            openUntil(block.get().end(), theme.comment());
            return goOn(text, at, block.get().start().length(), colored);
        }
        if (language.shape() == CodeLanguage.Shape.TAGS) {
            return inTag ? tagToken(text, at, colored) : outsideTag(text, at, colored);
        }
        if (isComment(text, at)) {
            openUntil(LINE_END, theme.comment());
            return goOn(text, at, 0, colored);
        }
        Optional<CodeLanguage.Pair> lines = language.textAt(text, at);
        if (lines.isPresent()) {
            openUntil(lines.get().end(), theme.string());
            return goOn(text, at, lines.get().start().length(), colored);
        }
        return smallToken(text, at, colored);
    }

    /// A number sign starts a comment only where a word could start.
    private boolean isComment(String text, int at) {
        Optional<String> mark = language.markAt("comment", text, at);
        if (mark.isEmpty()) {
            return false;
        }
        boolean free = at == 0 || Character.isWhitespace(text.charAt(at - 1));
        boolean slashes = mark.get().length() > 1;
        boolean address = at > 0 && text.charAt(at - 1) == ':';
        return slashes ? !address : free;
    }

    private int smallToken(String text, int at, AttributedStringBuilder colored) {
        char c = text.charAt(at);
        if (language.markAt("quote", text, at).isPresent()) {
            int end = CodeTokens.stringEnd(text, at);
            return add(text, at, end, isKey(text, end) ? theme.type() : theme.string(), colored);
        }
        if (language.markAt("char", text, at).isPresent()) {
            int end = CodeTokens.charEnd(text, at);
            return add(text, at, end, end > at + 1 ? theme.string() : theme.plain(), colored);
        }
        if (Character.isDigit(c)) {
            return add(text, at, CodeTokens.numberEnd(text, at), theme.number(), colored);
        }
        if (language.markAt("mark", text, at).isPresent()) {
            int end = CodeTokens.variableEnd(text, at);
            return add(text, at, end, end > at + 1 ? theme.annotation() : theme.plain(), colored);
        }
        if (language.isWord(c)) {
            int end = at + 1;
            while (end < text.length() && language.isWord(text.charAt(end))) {
                end++;
            }
            return add(text, at, end, wordStyle(text, at, end), colored);
        }
        return add(text, at, at + 1, theme.plain(), colored);
    }

    private AttributedStyle wordStyle(String text, int at, int end) {
        String written = text.substring(at, end);
        String word = language.has("anycase") ? written.toLowerCase(Locale.ROOT) : written;
        if (isKey(text, end)) {
            return theme.type();
        }
        if (language.keywords().contains(word)) {
            return theme.keyword();
        }
        if (language.constants().contains(word)) {
            return theme.number();
        }
        boolean capital = language.has("capitals") && Character.isUpperCase(written.charAt(0));
        return capital || language.types().contains(word) ? theme.type() : theme.plain();
    }

    private boolean isKey(String text, int end) {
        if (!language.has("key")) {
            return false;
        }
        int next = end;
        while (next < text.length() && text.charAt(next) == ' ') {
            next++;
        }
        return language.markAt("key", text, next).isPresent();
    }

    private int outsideTag(String text, int at, AttributedStringBuilder colored) {
        if (text.charAt(at) == '<') {
            int end = CodeTokens.tagNameEnd(text, at);
            inTag = end > at + 1;
            return add(text, at, end, inTag ? theme.keyword() : theme.plain(), colored);
        }
        int end = text.indexOf('<', at);
        return add(text, at, end < 0 ? text.length() : end, theme.plain(), colored);
    }

    private int tagToken(String text, int at, AttributedStringBuilder colored) {
        char c = text.charAt(at);
        if (c == '>') {
            inTag = false;
            return add(text, at, at + 1, theme.keyword(), colored);
        }
        if (language.markAt("quote", text, at).isPresent()) {
            return add(text, at, CodeTokens.stringEnd(text, at), theme.string(), colored);
        }
        if (Character.isLetter(c)) {
            return add(text, at, CodeTokens.tagNameEnd(text, at), theme.type(), colored);
        }
        return add(text, at, at + 1, c == '/' ? theme.keyword() : theme.plain(), colored);
    }

    private static int add(
            String text, int at, int end, AttributedStyle style, AttributedStringBuilder colored) {
        colored.append(text.substring(at, end), style);
        return end;
    }

    /// Read when the first code is shown, so that a start does not pay for it.
    private static final class Known {

        private static final Map<String, CodeLanguage> LANGUAGES = load();

        private static Map<String, CodeLanguage> load() {
            return CodeLanguage.readAll(Resources.text(CodeHighlighter.class, "languages.txt"));
        }
    }
}
