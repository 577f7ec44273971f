package dev.deft.engine.export;

import java.util.List;

/// Renders Markdown as HTML: headings, lists, code and bold. All text is escaped; links, images and
/// embedded HTML are not rendered.
final class HtmlMarkdown {

    private static final int FENCE = 3;
    private static final int MAX_LEVEL = 6;

    private final StringBuilder html = new StringBuilder();
    private String open = "";

    private HtmlMarkdown() {}

    static String of(String text) {
        var markdown = new HtmlMarkdown();
        List<String> lines = text.strip().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            String fence = fence(line);
            if (fence.isEmpty()) {
                markdown.line(line);
                continue;
            }
            markdown.block("");
            int end = i + 1;
            while (end < lines.size() && !lines.get(end).strip().equals(fence)) {
                end++;
            }
            markdown.code(lines.subList(Math.min(i + 1, lines.size()), end));
            i = end;
        }
        markdown.block("");
        return markdown.html.toString();
    }

    /// The fence of a code block, or empty.
    private static String fence(String line) {
        String bare = line.strip();
        char marker = bare.isEmpty() ? ' ' : bare.charAt(0);
        int count = 0;
        while (count < bare.length() && bare.charAt(count) == marker) {
            count++;
        }
        return (marker == '`' || marker == '~') && count >= FENCE ? bare.substring(0, count) : "";
    }

    private void code(List<String> lines) {
        html.append("<pre class=\"code\">");
        lines.forEach(it -> html.append(HtmlPage.escaped(it)).append('\n'));
        html.append("</pre>\n");
    }

    private void line(String line) {
        String bare = line.strip();
        int level = level(bare);
        if (bare.isEmpty()) {
            block("");
        } else if (level > 0) {
            block("");
            html.append(
                    "<p class=\"heading\"><b>%s</b></p>\n"
                            .formatted(words(bare.substring(level + 1))));
        } else if (isItem(bare)) {
            block("ul");
            html.append("<li>%s</li>\n".formatted(words(bare.substring(2))));
        } else {
            block("p");
            html.append(words(line)).append('\n');
        }
    }

    private static int level(String line) {
        int level = 0;
        while (level < line.length() && line.charAt(level) == '#') {
            level++;
        }
        boolean heading =
                level > 0
                        && level <= MAX_LEVEL
                        && level < line.length()
                        && line.charAt(level) == ' ';
        return heading ? level : 0;
    }

    private static boolean isItem(String line) {
        return line.length() > 1 && "-*+".indexOf(line.charAt(0)) >= 0 && line.charAt(1) == ' ';
    }

    /// Closes the open block and opens another, unless they are the same.
    private void block(String tag) {
        if (!tag.equals(open)) {
            html.append(open.isEmpty() ? "" : "</%s>\n".formatted(open));
            html.append(tag.isEmpty() ? "" : "<%s>".formatted(tag));
            open = tag;
        }
    }

    /// Renders code and bold of one line.
    private static String words(String line) {
        var words = new StringBuilder();
        int at = 0;
        while (at < line.length()) {
            String marker = line.startsWith("**", at) ? "**" : line.startsWith("`", at) ? "`" : "";
            int end = marker.isEmpty() ? -1 : line.indexOf(marker, at + marker.length());
            if (end > at + marker.length()) {
                String tag = marker.equals("`") ? "code" : "b";
                String inside = HtmlPage.escaped(line.substring(at + marker.length(), end));
                words.append("<%s>%s</%s>".formatted(tag, inside, tag));
                at = end + marker.length();
            } else {
                int width = Math.max(1, marker.length());
                words.append(HtmlPage.escaped(line.substring(at, at + width)));
                at += width;
            }
        }
        return words.toString();
    }
}
