package dev.deft.engine.export;

import java.util.List;

/// Markdown as HTML: headings, lists, code and strong words. Every text is escaped, and nothing of
/// it becomes a link, a picture or markup of its own.
final class HtmlMarkdown {

    private static final int FENCE = 3;
    private static final int DEEPEST = 6;

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

    /// The marks that begin a block of code and must end it.
    private static String fence(String line) {
        String bare = line.strip();
        char mark = bare.isEmpty() ? ' ' : bare.charAt(0);
        int count = 0;
        while (count < bare.length() && bare.charAt(count) == mark) {
            count++;
        }
        return (mark == '`' || mark == '~') && count >= FENCE ? bare.substring(0, count) : "";
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
                level > 0 && level <= DEEPEST && level < line.length() && line.charAt(level) == ' ';
        return heading ? level : 0;
    }

    private static boolean isItem(String line) {
        return line.length() > 1 && "-*+".indexOf(line.charAt(0)) >= 0 && line.charAt(1) == ' ';
    }

    /// Ends what is open and begins something else, unless it is the same.
    private void block(String tag) {
        if (!tag.equals(open)) {
            html.append(open.isEmpty() ? "" : "</%s>\n".formatted(open));
            html.append(tag.isEmpty() ? "" : "<%s>".formatted(tag));
            open = tag;
        }
    }

    /// Code and strong words of one line.
    private static String words(String line) {
        var words = new StringBuilder();
        int at = 0;
        while (at < line.length()) {
            String mark = line.startsWith("**", at) ? "**" : line.startsWith("`", at) ? "`" : "";
            int end = mark.isEmpty() ? -1 : line.indexOf(mark, at + mark.length());
            if (end > at + mark.length()) {
                String tag = mark.equals("`") ? "code" : "b";
                String inside = HtmlPage.escaped(line.substring(at + mark.length(), end));
                words.append("<%s>%s</%s>".formatted(tag, inside, tag));
                at = end + mark.length();
            } else {
                int width = Math.max(1, mark.length());
                words.append(HtmlPage.escaped(line.substring(at, at + width)));
                at += width;
            }
        }
        return words.toString();
    }
}
