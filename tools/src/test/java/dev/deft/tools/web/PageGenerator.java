package dev.deft.tools.web;

import dev.deft.host.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Generates pages as the web has them: with structure, clutter, odd encodings and mistakes.
///
/// Each text has a word of its own, `v12` where a reader sees it and `h12` where not.
final class PageGenerator {

    private static final List<Script> SCRIPTS =
            List.of(
                    new Script("utf-8", "river stone Größe naïve façade market light"),
                    new Script("windows-1251", "река камень город ветер дорога письмо"),
                    new Script("shift_jis", "東京 日本語 表示 ソフト 予定 能力"),
                    new Script("gbk", "中文 网页 编码 测试 北京 联通"),
                    new Script("iso-8859-1", "Straße über “quoted” garçon señor €"),
                    new Script("utf-16le", "wide 文字 ширина plain"),
                    new Script("euc-kr", "서울 한국어 문서 시험"),
                    new Script("koi8-r", "река камень город ветер"),
                    new Script("iso-8859-2", "žluťoučký kůň příliš łódź"));

    private final Random random;
    private final Script script;
    private final StringBuilder html = new StringBuilder();
    private final List<String> visible = new ArrayList<>();
    private final List<String> hidden = new ArrayList<>();
    private boolean broken;

    private PageGenerator(long seed) {
        this.random = new Random(seed);
        this.script = SCRIPTS.get(random.nextInt(3) == 0 ? random.nextInt(SCRIPTS.size()) : 0);
    }

    /// An encoding and words it can write.
    private record Script(String charset, String words) {

        String word(Random random) {
            List<String> all = List.of(words.split(" ", -1));
            return all.get(random.nextInt(all.size()));
        }
    }

    static GeneratedPage page(long seed) {
        return new PageGenerator(seed).page();
    }

    private GeneratedPage page() {
        broken = random.nextInt(4) == 0;
        String wrapper = List.of("", "main", "article", "div").get(random.nextInt(4));
        String declared = declared();
        html.append("<!DOCTYPE html><html><head>").append(declared).append("<title>");
        html.append("page</title><style>.").append(hide()).append("{}</style></head><body>\n");
        clutter("<nav><a href=/>", "</a></nav>\n");
        if (!wrapper.isEmpty()) {
            html.append('<').append(wrapper).append(">\n");
        }
        heading(1);
        int blocks = 2 + random.nextInt(5);
        for (int i = 0; i < blocks; i++) {
            block(0);
            noise();
        }
        if (!wrapper.isEmpty()) {
            html.append("</").append(wrapper).append(">\n");
        }
        clutter("<footer><p>", "</p></footer>");
        clutter("<div id='cookie-banner' class='x'><p>", "</p><button>OK</button></div>");
        html.append("<script>var a = '").append(hide()).append("<p>';</script></body></html>");
        return new GeneratedPage(
                "%s%s%s"
                        .formatted(
                                script.charset(),
                                wrapper.isEmpty() ? "" : ", " + wrapper,
                                broken ? ", broken" : ""),
                declared.isEmpty() && !isMarked()
                        ? "text/html; charset=" + script.charset()
                        : "text/html",
                body(),
                visible,
                hidden);
    }

    private boolean isMarked() {
        return script.charset().equals("utf-16le") && html.length() % 2 == 0;
    }

    private String declared() {
        if (script.charset().equals("utf-16le")) {
            return "";
        }
        return switch (random.nextInt(3)) {
            case 0 -> "<meta charset=" + script.charset() + ">";
            case 1 ->
                    "<META HTTP-EQUIV=Content-Type CONTENT=\"text/html; CHARSET="
                            + script.charset()
                            + "\">";
            default -> "";
        };
    }

    private Bytes body() {
        var bytes = new ByteArrayOutputStream();
        if (isMarked()) {
            bytes.write(0xff);
            bytes.write(0xfe);
        }
        String charset = script.charset().equals("iso-8859-1") ? "windows-1252" : script.charset();
        bytes.writeBytes(html.toString().getBytes(Charset.forName(charset)));
        return Bytes.wrap(bytes.toByteArray());
    }

    private String show() {
        String word = "v" + (visible.size() + 1);
        visible.add(word);
        return script.word(random) + " " + word;
    }

    private String hide() {
        String word = "h" + (hidden.size() + 1);
        hidden.add(word);
        return word;
    }

    private void clutter(String start, String end) {
        if (random.nextInt(2) == 0) {
            html.append(start).append(hide()).append(end);
        }
    }

    private void noise() {
        switch (random.nextInt(12)) {
            case 0 -> clutter("<script>f('", "</p>');</script>");
            case 1 -> clutter("<div style=\"color: red; DISPLAY : none\">", "</div>");
            case 2 -> clutter("<!-- ", " --><p hidden>" + hide() + "</p>");
            case 3 -> clutter("<template><p>", "</p></template>");
            case 4 -> clutter("<aside aria-hidden=\"true\">", "</aside>");
            default -> {}
        }
    }

    private void heading(int level) {
        html.append("<h%d>%s</h%d>\n".formatted(level, inline(1), level));
    }

    private void block(int depth) {
        switch (random.nextInt(depth > 2 ? 3 : 11)) {
            case 0, 1 -> html.append("<p>").append(inline(2)).append(end("</p>")).append('\n');
            case 2 -> html.append("<div>\n\t").append(inline(2)).append("</div>");
            case 3 -> heading(2 + random.nextInt(3));
            case 4, 5 -> list(depth);
            case 6 -> table();
            case 7 -> code();
            case 8 -> wrapped("blockquote", depth);
            case 9 -> definitions();
            default -> wrapped(List.of("section", "div", "figure").get(random.nextInt(3)), depth);
        }
    }

    private String end(String tag) {
        return broken && random.nextBoolean() ? "" : tag;
    }

    private void wrapped(String name, int depth) {
        html.append('<').append(name).append('>');
        block(depth + 1);
        if (random.nextBoolean()) {
            block(depth + 1);
        }
        html.append("</").append(name).append(">\n");
    }

    private void list(int depth) {
        boolean ordered = random.nextBoolean();
        html.append(ordered ? "<ol start=" + (1 + random.nextInt(9)) + ">\n" : "<ul>\n");
        int items = 1 + random.nextInt(3);
        for (int i = 0; i < items; i++) {
            html.append("<li>").append(inline(1));
            if (depth < 2 && random.nextInt(3) == 0) {
                list(depth + 1);
            }
            html.append(end("</li>")).append('\n');
        }
        html.append(ordered ? "</ol>\n" : "</ul>\n");
    }

    private void table() {
        int columns = 2 + random.nextInt(2);
        html.append("<table>");
        if (random.nextInt(3) == 0) {
            html.append("<caption>").append(show()).append("</caption>");
        }
        boolean head = random.nextBoolean();
        int rows = 2 + random.nextInt(2);
        for (int row = 0; row < rows; row++) {
            html.append("<tr>");
            boolean wide = row > 0 && random.nextInt(5) == 0;
            String name = head && row == 0 ? "th" : "td";
            for (int column = 0; column < (wide ? columns - 1 : columns); column++) {
                html.append('<').append(name).append(wide && column == 0 ? " colspan=2>" : ">");
                html.append(inline(1)).append(end("</" + name + ">"));
            }
            html.append(end("</tr>"));
        }
        html.append("</table>\n");
    }

    private void code() {
        html.append("<pre><code class=\"language-java\">if (a &lt; 1) {\n    ")
                .append(show())
                .append("();\n}\n</code></pre>\n");
    }

    private void definitions() {
        html.append("<dl><dt>").append(show()).append("</dt><dd>").append(inline(1));
        html.append(end("</dd>")).append("</dl>\n");
    }

    /// A few words with spans and links.
    private String inline(int most) {
        var text = new StringBuilder(show());
        int parts = random.nextInt(most + 1);
        for (int i = 0; i < parts; i++) {
            text.append(' ').append(span());
        }
        return text.toString();
    }

    private String span() {
        return switch (random.nextInt(8)) {
            case 0 -> "<b>" + show() + "</b>";
            case 1 -> "<em> " + show() + " </em>";
            case 2 -> "<code>" + show() + "</code>";
            case 3 -> "<a href=\"../a b.html?q=%d\">%s</a>".formatted(random.nextInt(9), show());
            case 4 -> "<A HREF='javascript:alert(1)'>" + show() + "</A>";
            case 5 -> "<img src=\"/%s.png\" alt=\"%s\">".formatted("pic", show());
            case 6 -> "&amp; &nbsp;" + show() + "<br>" + show();
            default -> broken ? "<b><i>" + show() + "</b></i>" : "<span>" + show() + "</span>";
        };
    }
}
