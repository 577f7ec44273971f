package dev.deft.tools.web.html;

import java.util.ArrayList;
import java.util.List;

/// Writes blocks of lines, each line behind the marks of the quotes and list items around it.
final class Blocks {

    /// Deeper containers add no marks, so that nesting cannot multiply the size of a page.
    private static final int DEEPEST = 16;

    private final StringBuilder out = new StringBuilder();
    private final List<Container> containers = new ArrayList<>();
    private Gap gap = Gap.NONE;

    /// What comes before the next block.
    enum Gap {
        NONE,
        LINE,
        BLANK
    }

    /// A quote or a list item.
    private static final class Container {
        private final String mark;
        private final String indent;
        private boolean begun;

        Container(String mark, String indent) {
            this.mark = mark;
            this.indent = indent;
        }
    }

    /// Opens a quote or a list item.
    ///
    /// @param mark before its first line
    /// @param indent before its further lines
    void open(String mark, String indent) {
        boolean deep = containers.size() >= DEEPEST;
        containers.add(deep ? new Container("", "") : new Container(mark, indent));
    }

    void close() {
        containers.removeLast();
    }

    /// Whether the innermost container has no block yet.
    boolean isFresh() {
        return !containers.isEmpty() && !containers.getLast().begun;
    }

    /// Makes the gap before the next block at least this large.
    void atLeast(Gap wanted) {
        if (gap.compareTo(wanted) < 0) {
            gap = wanted;
        }
    }

    /// Sets the gap before the next block.
    void exactly(Gap wanted) {
        gap = wanted;
    }

    int length() {
        return out.length();
    }

    /// Writes a block of one or more lines.
    void write(String block) {
        separate();
        int start = 0;
        while (start <= block.length()) {
            int end = block.indexOf('\n', start);
            end = end < 0 ? block.length() : end;
            line(block, start, end);
            start = end + 1;
        }
        gap = Gap.LINE;
    }

    private void separate() {
        if (out.isEmpty() || gap == Gap.NONE) {
            return;
        }
        if (gap == Gap.BLANK) {
            var prefix = new StringBuilder();
            for (Container it : containers) {
                if (!it.begun) {
                    break;
                }
                prefix.append(it.indent);
            }
            out.append(prefix.toString().stripTrailing()).append('\n');
        }
    }

    private void line(String block, int start, int end) {
        int from = out.length();
        for (Container it : containers) {
            out.append(it.begun ? it.indent : it.mark);
            it.begun = true;
        }
        if (start == end) {
            trimFrom(from);
        }
        out.append(block, start, end).append('\n');
    }

    private void trimFrom(int from) {
        int end = out.length();
        while (end > from && out.charAt(end - 1) == ' ') {
            end--;
        }
        out.setLength(end);
    }

    /// Everything written, without the last line end.
    String text() {
        return out.isEmpty() ? "" : out.substring(0, out.length() - 1);
    }
}
