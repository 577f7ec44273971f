package dev.deft.tools.web.html;

import dev.deft.tools.web.html.Inline.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/// Writes a part of a page as Markdown or plain text. It is told about elements in the order of the
/// page and keeps no call stack, so that nesting costs nothing.
final class MarkdownWriter implements NodeFilter {

    private static final Set<String> BLOCKS =
            Set.of(
                    "address",
                    "article",
                    "aside",
                    "blockquote",
                    "body",
                    "caption",
                    "center",
                    "dd",
                    "details",
                    "dialog",
                    "dir",
                    "div",
                    "dl",
                    "dt",
                    "fieldset",
                    "figcaption",
                    "figure",
                    "footer",
                    "form",
                    "frameset",
                    "h1",
                    "h2",
                    "h3",
                    "h4",
                    "h5",
                    "h6",
                    "header",
                    "hgroup",
                    "html",
                    "legend",
                    "li",
                    "main",
                    "menu",
                    "nav",
                    "noscript",
                    "ol",
                    "optgroup",
                    "option",
                    "p",
                    "search",
                    "section",
                    "summary",
                    "table",
                    "tbody",
                    "td",
                    "tfoot",
                    "th",
                    "thead",
                    "tr",
                    "ul");

    private static final Map<String, Kind> SPANS =
            Map.ofEntries(
                    Map.entry("b", Kind.BOLD),
                    Map.entry("strong", Kind.BOLD),
                    Map.entry("summary", Kind.BOLD),
                    Map.entry("caption", Kind.BOLD),
                    Map.entry("i", Kind.ITALIC),
                    Map.entry("em", Kind.ITALIC),
                    Map.entry("cite", Kind.ITALIC),
                    Map.entry("dfn", Kind.ITALIC),
                    Map.entry("del", Kind.DELETED),
                    Map.entry("s", Kind.DELETED),
                    Map.entry("strike", Kind.DELETED),
                    Map.entry("code", Kind.CODE),
                    Map.entry("kbd", Kind.CODE),
                    Map.entry("samp", Kind.CODE),
                    Map.entry("tt", Kind.CODE));

    private static final Set<String> PREFORMATTED = Set.of("pre", "xmp", "listing", "plaintext");

    private static final Set<String> MEDIA = Set.of("video", "audio", "frame");

    /// Texts of links that only lead to the heading they stand in.
    private static final Set<String> ANCHOR_SIGNS = Set.of("", "#", "¶", "§", "🔗", "∞");

    private final HtmlStyle style;
    private final Clutter clutter;
    private final Links links;
    private final Blocks blocks = new Blocks();
    private final Inline inline;
    private final Lists lists;
    private final List<Element> spans = new ArrayList<>();
    private final List<Integer> headings = new ArrayList<>();

    MarkdownWriter(HtmlStyle style, Clutter clutter, Links links) {
        this.style = style;
        this.clutter = clutter;
        this.links = links;
        this.inline = new Inline(isMarkdown());
        this.lists = new Lists(blocks);
    }

    private boolean isMarkdown() {
        return style == HtmlStyle.MARKDOWN;
    }

    /// Writes a heading of the first level.
    void heading(String text) {
        blocks.write("# " + text);
        blocks.atLeast(Blocks.Gap.BLANK);
    }

    boolean isFull() {
        return blocks.length() > HtmlConverter.MOST_WRITTEN;
    }

    String text() {
        flush();
        return blocks.text();
    }

    @Override
    public FilterResult head(Node node, int depth) {
        if (node instanceof TextNode text) {
            inline.add(text.getWholeText());
            return FilterResult.CONTINUE;
        }
        if (!(node instanceof Element element)) {
            return FilterResult.CONTINUE;
        }
        if (isFull()) {
            return FilterResult.STOP;
        }
        return clutter.is(element) ? FilterResult.SKIP_ENTIRELY : begin(element);
    }

    private FilterResult begin(Element element) {
        String name = element.normalName();
        if (PREFORMATTED.contains(name)) {
            return preformatted(element);
        }
        if (name.equals("table") && Table.isData(element)) {
            return table(element);
        }
        if (name.equals("a") && isAnchor(element)) {
            return FilterResult.SKIP_ENTIRELY;
        }
        if (BLOCKS.contains(name)) {
            beginBlock(element, name);
        } else {
            beginInline(element, name);
        }
        Kind span = SPANS.get(name);
        if (span != null && (headings.isEmpty() || span != Kind.BOLD)) {
            open(element, span, Optional.empty());
        }
        return MEDIA.contains(name) ? FilterResult.SKIP_CHILDREN : FilterResult.CONTINUE;
    }

    private boolean isAnchor(Element link) {
        return !headings.isEmpty()
                && ANCHOR_SIGNS.contains(link.text().strip())
                && link.selectFirst("img") == null;
    }

    private void open(Element element, Kind kind, Optional<String> address) {
        spans.add(element);
        inline.open(kind, address);
    }

    private FilterResult preformatted(Element element) {
        CodeBlock block = CodeBlock.of(element);
        if (!headings.isEmpty()) {
            inline.add(block.code());
            return FilterResult.SKIP_ENTIRELY;
        }
        flush();
        if (!block.code().isBlank()) {
            blocks.atLeast(Blocks.Gap.BLANK);
            blocks.write(isMarkdown() ? block.fenced() : block.code());
            blocks.atLeast(Blocks.Gap.BLANK);
        }
        return FilterResult.SKIP_ENTIRELY;
    }

    private FilterResult table(Element element) {
        flush();
        String written = Table.of(element, this::cell).written(style);
        if (!written.isEmpty()) {
            blocks.atLeast(Blocks.Gap.BLANK);
            blocks.write(written);
            blocks.atLeast(Blocks.Gap.BLANK);
        }
        return FilterResult.SKIP_ENTIRELY;
    }

    /// The content of a cell on one line.
    private String cell(Element element) {
        var writer = new MarkdownWriter(style, clutter, links);
        element.filter(writer);
        String mark = isMarkdown() ? "<br>" : " ";
        String text = writer.text().replaceAll(" *\n\\s*", mark);
        return isMarkdown() ? text.replace("|", "\\|") : text;
    }

    private void beginBlock(Element element, String name) {
        flush();
        switch (name) {
            case "ul", "ol", "dir", "menu" -> lists.begin(element);
            case "li" -> lists.beginItem(element);
            case "blockquote" -> {
                blocks.atLeast(Blocks.Gap.BLANK);
                blocks.open(isMarkdown() ? "> " : "", isMarkdown() ? "> " : "");
            }
            case "dd" -> {
                blocks.exactly(Blocks.Gap.LINE);
                blocks.open(isMarkdown() ? ": " : "  ", "  ");
            }
            case "h1", "h2", "h3", "h4", "h5", "h6" -> {
                blocks.atLeast(Blocks.Gap.BLANK);
                headings.add(name.charAt(1) - '0');
            }
            case "tr", "tbody", "thead", "tfoot", "option" -> blocks.atLeast(Blocks.Gap.LINE);
            default -> {
                if (!blocks.isFresh()) {
                    blocks.atLeast(Blocks.Gap.BLANK);
                }
            }
        }
    }

    private void beginInline(Element element, String name) {
        switch (name) {
            case "a" -> open(element, Kind.LINK, links.absolute(element.attr("href")));
            case "br" -> lineBreak();
            case "hr" -> rule();
            case "img" -> picture(element);
            case "q" -> inline.add("\u201c");
            case "rt" -> inline.add("(");
            case "sup" -> {
                if (isPower(element)) {
                    inline.add("^");
                }
            }
            case "input" -> inline.addWritten(element.hasAttr("checked") ? "[x] " : "[ ] ");
            default -> {
                if (MEDIA.contains(name)) {
                    media(element, name);
                }
            }
        }
    }

    private void lineBreak() {
        if (!headings.isEmpty()) {
            inline.add(" ");
        } else {
            inline.addBreak();
        }
    }

    private void rule() {
        flush();
        blocks.atLeast(Blocks.Gap.BLANK);
        if (isMarkdown()) {
            blocks.write("---");
        }
        blocks.atLeast(Blocks.Gap.BLANK);
    }

    /// A picture without a text of its own for readers is decoration.
    private void picture(Element image) {
        String alt = Whitespace.collapsed(image.attr("alt")).replace("[", "(").replace("]", ")");
        boolean decoration =
                (image.hasAttr("alt") && alt.isEmpty())
                        || image.attr("width").equals("1")
                        || image.attr("height").equals("1");
        if (decoration) {
            return;
        }
        Optional<String> address =
                links.absolute(image.attr("src"))
                        .or(() -> links.absolute(image.attr("data-src")))
                        .or(() -> links.absolute(image.attr("data-original")));
        if (isMarkdown() && address.isPresent()) {
            inline.addWritten("![" + alt + "](" + address.get() + ")");
        } else {
            inline.add(alt);
        }
    }

    private static boolean isPower(Element sup) {
        String text = sup.text().strip();
        return text.length() <= 6
                && text.matches("[-+\u2212]?[0-9A-Za-z]+")
                && sup.selectFirst("a") == null;
    }

    private void media(Element element, String name) {
        String source = element.attr("src");
        Element inner = source.isEmpty() ? element.selectFirst("source[src]") : null;
        Optional<String> address = links.absolute(inner == null ? source : inner.attr("src"));
        String label = element.hasAttr("title") ? element.attr("title") : name;
        if (address.isPresent() && isMarkdown()) {
            inline.open(Kind.LINK, address);
            inline.add(Whitespace.collapsed(label));
            inline.close();
            inline.add(" ");
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public FilterResult tail(Node node, int depth) {
        if (!(node instanceof Element element)) {
            return FilterResult.CONTINUE;
        }
        String name = element.normalName();
        if (!spans.isEmpty() && spans.getLast() == element) {
            spans.removeLast();
            inline.close();
        }
        if (name.equals("q")) {
            inline.add("\u201d");
        }
        if (name.equals("rt")) {
            inline.add(")");
        }
        if (BLOCKS.contains(name)) {
            endBlock(name);
        }
        return FilterResult.CONTINUE;
    }

    private void endBlock(String name) {
        flush();
        switch (name) {
            case "ul", "ol", "dir", "menu" -> lists.end();
            case "li" -> lists.endItem();
            case "blockquote" -> {
                blocks.close();
                blocks.atLeast(Blocks.Gap.BLANK);
            }
            case "dd" -> {
                blocks.close();
                blocks.atLeast(Blocks.Gap.BLANK);
            }
            case "h1", "h2", "h3", "h4", "h5", "h6" -> {
                headings.removeLast();
                blocks.atLeast(Blocks.Gap.BLANK);
            }
            case "tr", "tbody", "thead", "tfoot", "option" -> blocks.atLeast(Blocks.Gap.LINE);
            default -> blocks.atLeast(Blocks.Gap.BLANK);
        }
    }

    /// Ends the current block of text.
    private void flush() {
        String block = inline.take();
        if (block.isEmpty()) {
            return;
        }
        if (!headings.isEmpty()) {
            String line = block.replace(Inline.BREAK, ' ');
            blocks.write(isMarkdown() ? "#".repeat(headings.getLast()) + " " + line : line);
            return;
        }
        String gap = isMarkdown() ? "  \n" : "\n";
        String lines =
                block.replaceAll(" *\n *\n[ \n]*", "\n\n").replaceAll("(?<!\n)\n(?!\n)", gap);
        blocks.write(isMarkdown() ? Escapes.atStart(lines) : lines);
    }
}
