package dev.deft.tools.lsp;

import dev.deft.host.LanguageServers.Position;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Positions in a text, as a model and as a language server count them.
///
/// A model counts lines and characters from 1, and lines end with `\n`. A server counts from 0, in
/// UTF-16 units, and a lone `\r` ends a line too.
public final class CodeText {

    /// Longer lines are shown in part.
    private static final int MOST_SHOWN = 300;

    private final String text;
    private final int[] lines;
    private final int[] serverLines;

    public CodeText(String text) {
        this.text = text;
        this.lines = starts(text, false);
        this.serverLines = starts(text, true);
    }

    /// A position as a model counts.
    public record Spot(int line, int column) {}

    private static int[] starts(String text, boolean server) {
        int[] starts = new int[16];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            char it = text.charAt(i);
            boolean lone = it == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
            if (it == '\n' || (server && lone)) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, 2 * count);
                }
                starts[count++] = i + 1;
            }
        }
        return Arrays.copyOf(starts, count);
    }

    String text() {
        return text;
    }

    /// The number of lines that a model sees.
    int lineCount() {
        return lines[lines.length - 1] == text.length() && lines.length > 1
                ? lines.length - 1
                : lines.length;
    }

    /// The offset of a position of a model; empty if there is no such character. The place after
    /// the last character of a line counts.
    OptionalInt offset(int line, int column) {
        if (line < 1 || line > lines.length || column < 1) {
            return OptionalInt.empty();
        }
        int start = lines[line - 1];
        String content = line(line);
        return column - 1 > content.codePointCount(0, content.length())
                ? OptionalInt.empty()
                : OptionalInt.of(start + content.offsetByCodePoints(0, column - 1));
    }

    /// The content of a line, without its end.
    String line(int line) {
        if (line < 1 || line > lines.length) {
            return "";
        }
        int end = line < lines.length ? lines[line] - 1 : text.length();
        String content = text.substring(lines[line - 1], end);
        return content.endsWith("\r") ? content.substring(0, content.length() - 1) : content;
    }

    /// A line as it is shown.
    String shown(int line) {
        String content = line(line).strip();
        return content.length() <= MOST_SHOWN
                ? content
                : content.substring(
                                0,
                                Character.isHighSurrogate(content.charAt(MOST_SHOWN - 1))
                                        ? MOST_SHOWN - 1
                                        : MOST_SHOWN)
                        + "…";
    }

    /// The offset of the first occurrence of a name as a whole word.
    OptionalInt find(String name) {
        Matcher found = word(name).matcher(text);
        return found.find() ? OptionalInt.of(found.start()) : OptionalInt.empty();
    }

    /// The offset of a name as a whole word in a line: the first one, or the nearest to a column.
    OptionalInt find(String name, int line, OptionalInt column) {
        int start = lines[line - 1];
        int wanted = column.isEmpty() ? start : offset(line, column.getAsInt()).orElse(start);
        return word(name)
                .matcher(line(line))
                .results()
                .mapToInt(it -> start + it.start())
                .boxed()
                .min(Comparator.comparingInt(it -> Math.abs(it - wanted)))
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
    }

    private static Pattern word(String name) {
        return Pattern.compile(
                "(?<![\\p{L}\\p{N}_$])" + Pattern.quote(name) + "(?![\\p{L}\\p{N}_$])");
    }

    /// A position for a server.
    Position server(int offset) {
        int line = lineAt(serverLines, offset);
        return new Position(line, offset - serverLines[line]);
    }

    /// The offset of a position of a server; empty if it is not in the text.
    OptionalInt offset(Position at) {
        if (at.line() < 0 || at.line() >= serverLines.length || at.column() < 0) {
            return OptionalInt.empty();
        }
        int start = serverLines[at.line()];
        int next = at.line() + 1 < serverLines.length ? serverLines[at.line() + 1] : text.length();
        int end = next;
        while (end > start && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return start + (long) at.column() > end
                ? OptionalInt.empty()
                : OptionalInt.of(start + at.column());
    }

    /// A position for a model; the nearest one if the server gave none that exists.
    public Spot spot(Position at) {
        return spot(offset(at).orElseGet(() -> nearest(at)));
    }

    private int nearest(Position at) {
        if (at.line() >= serverLines.length) {
            return text.length();
        }
        return at.line() + 1 < serverLines.length ? serverLines[at.line() + 1] - 1 : text.length();
    }

    Spot spot(int offset) {
        int line = lineAt(lines, offset);
        return new Spot(line + 1, text.codePointCount(lines[line], offset) + 1);
    }

    private static int lineAt(int[] starts, int offset) {
        int found = Arrays.binarySearch(starts, offset);
        return found >= 0 ? found : -found - 2;
    }

    /// The identifier at an offset, or just before it.
    Optional<String> nameAt(int offset) {
        int start = offset;
        while (start > 0 && isPart(text.codePointBefore(start))) {
            start -= Character.charCount(text.codePointBefore(start));
        }
        int end = offset;
        while (end < text.length() && isPart(text.codePointAt(end))) {
            end += Character.charCount(text.codePointAt(end));
        }
        return start == end ? Optional.empty() : Optional.of(text.substring(start, end));
    }

    private static boolean isPart(int it) {
        return Character.isUnicodeIdentifierPart(it) || it == '$';
    }
}
