package dev.deft.tools.files.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A text to be edited, presented as if every line ended with `\n`.
///
/// Text that is not replaced keeps its characters and line ends, even mixed ones; new text takes
/// over the line ends of the text it replaces.
public final class Document {

    private final String raw;
    private final String plain;

    /// The positions of the line ends in `plain`, and which of them are `\r\n` in `raw`.
    private final int[] ends;

    private final int[] carriageReturns;

    private Document(String raw, String plain, int[] ends, int[] carriageReturns) {
        this.raw = raw;
        this.plain = plain;
        this.ends = ends;
        this.carriageReturns = carriageReturns;
    }

    public static Document of(String raw) {
        if (raw.indexOf('\r') < 0) {
            var ends = new Positions();
            for (int at = raw.indexOf('\n'); at >= 0; at = raw.indexOf('\n', at + 1)) {
                ends.add(at);
            }
            return new Document(raw, raw, ends.toArray(), new int[0]);
        }
        var plain = new StringBuilder(raw.length());
        var ends = new Positions();
        var carriageReturns = new Positions();
        for (int i = 0; i < raw.length(); i++) {
            char it = raw.charAt(i);
            if (it == '\r' && i + 1 < raw.length() && raw.charAt(i + 1) == '\n') {
                carriageReturns.add(plain.length());
            } else {
                if (it == '\n') {
                    ends.add(plain.length());
                }
                plain.append(it);
            }
        }
        return new Document(raw, plain.toString(), ends.toArray(), carriageReturns.toArray());
    }

    /// Converts every line end to `\n`.
    public static String plain(String text) {
        return text.replace("\r\n", "\n");
    }

    /// Replaces the characters of [#plain] from `start` up to `end` by `text`.
    public record Replacement(int start, int end, String text) {}

    /// The whole text, with every line end as `\n`.
    public String plain() {
        return plain;
    }

    /// The number of lines; a final line end does not start another one.
    public int lineCount() {
        boolean open = !plain.isEmpty() && plain.charAt(plain.length() - 1) != '\n';
        return ends.length + (open ? 1 : 0);
    }

    public boolean endsWithLineEnd() {
        return plain.endsWith("\n");
    }

    /// The line end for a new last line: that of the previous line.
    public String lastLineEnd() {
        return ends.length > 0 ? endOf(ends.length - 1) : "\n";
    }

    /// The lines without their ends.
    public List<String> lines() {
        var lines = new ArrayList<String>(lineCount());
        for (int i = 0; i < lineCount(); i++) {
            lines.add(plain.substring(lineStart(i), lineEnd(i)));
        }
        return lines;
    }

    /// The start of a line, counted from 0; the line after the last starts at the end.
    public int lineStart(int line) {
        return line == 0 ? 0 : line <= ends.length ? ends[line - 1] + 1 : plain.length();
    }

    /// Where a line ends, its line end not included.
    public int lineEnd(int line) {
        return line < ends.length ? ends[line] : plain.length();
    }

    /// The line, counted from 0, that contains a position.
    public int lineAt(int position) {
        int found = Arrays.binarySearch(ends, position);
        return found >= 0 ? found : -found - 1;
    }

    /// The characters of the file from `start` up to `end`, with its own line ends.
    public String raw(int start, int end) {
        return raw.substring(inRaw(start), inRaw(end));
    }

    private int inRaw(int position) {
        int found = Arrays.binarySearch(carriageReturns, position);
        return position + (found >= 0 ? found : -found - 1);
    }

    /// The text of the file after replacements that do not overlap.
    public String with(List<Replacement> replacements) {
        var text = new StringBuilder(raw.length());
        int at = 0;
        for (Replacement it : sorted(replacements)) {
            text.append(raw, inRaw(at), inRaw(it.start()));
            text.append(withLineEnds(it));
            at = it.end();
        }
        return text.append(raw, inRaw(at), raw.length()).toString();
    }

    private static List<Replacement> sorted(List<Replacement> replacements) {
        return replacements.stream()
                .sorted((a, b) -> Integer.compare(a.start(), b.start()))
                .toList();
    }

    private String withLineEnds(Replacement replacement) {
        if (ends.length == 0) {
            return replacement.text();
        }
        String text = plain(replacement.text());
        if (carriageReturns.length == 0) {
            return text;
        }
        if (carriageReturns.length == ends.length) {
            return text.replace("\n", "\r\n");
        }
        return withMixedLineEnds(replacement, text);
    }

    /// A kept line keeps its line end; a new one takes that of the line it replaces.
    private String withMixedLineEnds(Replacement replacement, String text) {
        List<String> before =
                List.of(plain.substring(replacement.start(), replacement.end()).split("\n", -1));
        List<String> after = List.of(text.split("\n", -1));
        int[] sources = sources(before, after);
        int firstEnd = lineAt(replacement.start());
        var mixed = new StringBuilder();
        for (int i = 0; i < after.size() - 1; i++) {
            mixed.append(after.get(i)).append(endOf(firstEnd + sources[i]));
        }
        return mixed.append(after.getLast()).toString();
    }

    /// For each new line the old line that it equals or replaces.
    private static int[] sources(List<String> before, List<String> after) {
        int[] sources = new int[after.size()];
        int oldAt = 0;
        int newAt = 0;
        for (LineDiff.Block block : LineDiff.blocks(before, after)) {
            while (newAt < block.newStart()) {
                sources[newAt++] = oldAt++;
            }
            int last = Math.max(block.oldStart(), block.oldEnd() - 1);
            for (; newAt < block.newEnd(); newAt++) {
                sources[newAt] = Math.min(block.oldStart() + newAt - block.newStart(), last);
            }
            oldAt = block.oldEnd();
        }
        while (newAt < after.size()) {
            sources[newAt++] = oldAt++;
        }
        return sources;
    }

    private String endOf(int line) {
        int end = ends[Math.min(line, ends.length - 1)];
        return Arrays.binarySearch(carriageReturns, end) >= 0 ? "\r\n" : "\n";
    }

    /// A growing list of numbers.
    private static final class Positions {

        private int[] values = new int[16];
        private int count;

        void add(int value) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = value;
        }

        int[] toArray() {
            return Arrays.copyOf(values, count);
        }
    }
}
