package dev.deft.tools.web.html;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeTraversor;

/// Converts a page: parses it, picks its content, and writes that.
public final class HtmlConverter {

    /// Longer pages are cut. The tree of a page takes up to fifty times its size in memory.
    static final int MOST_CHARACTERS = 5 * 1024 * 1024;

    /// Pages with more tags are cut, since broken nesting makes several elements of one tag.
    static final int MOST_TAGS = 200_000;

    /// The written text is cut here; only spans of tables can make it larger than the page.
    static final int MOST_WRITTEN = 8 * 1024 * 1024;

    private static final int LONGEST_TITLE = 300;

    private static final Pattern REFRESH =
            Pattern.compile(
                    "\\s*\\d*\\.?\\d*\\s*[;,]\\s*(?:url\\s*=)?\\s*['\"]?([^'\"]+)",
                    Pattern.CASE_INSENSITIVE);

    private HtmlConverter() {}

    /// Converts a page.
    ///
    /// @param html its source
    /// @param address of the page, for relative links
    /// @param xml whether it was served as XHTML
    public static HtmlText convert(String html, URI address, boolean xml, HtmlStyle style) {
        int end = end(html);
        Parser parser = xml ? Parser.xmlParser() : Parser.htmlParser();
        Document page = parser.parseInput(html.substring(0, end), address.toString());
        Element body = body(page);
        Content content = Content.of(body);
        var writer = new MarkdownWriter(style, content.clutter(), new Links(page.baseUri()));
        if (style == HtmlStyle.MARKDOWN) {
            content.heading(page).ifPresent(writer::heading);
        }
        NodeTraversor.filter(writer, content.root());
        String text = writer.text();
        return new HtmlText(
                text, title(page), forward(page), end < html.length() || writer.isFull());
    }

    private static int end(String html) {
        int end = Math.min(html.length(), MOST_CHARACTERS);
        int tags = 0;
        for (int i = html.indexOf('<'); i >= 0 && i < end; i = html.indexOf('<', i + 1)) {
            tags++;
            if (tags > MOST_TAGS) {
                return i;
            }
        }
        return end > 0 && end < html.length() && Character.isHighSurrogate(html.charAt(end - 1))
                ? end - 1
                : end;
    }

    /// A page of frames has no body; its frames are shown as links.
    private static Element body(Document page) {
        Element body = page.selectFirst("body, frameset");
        return body == null ? page : body;
    }

    private static Optional<String> title(Document page) {
        String title = Whitespace.collapsed(page.title());
        return title.isEmpty()
                ? Optional.empty()
                : Optional.of(title.substring(0, Math.min(title.length(), LONGEST_TITLE)));
    }

    private static Optional<String> forward(Document page) {
        for (Element meta : page.getElementsByTag("meta")) {
            if (meta.attr("http-equiv").toLowerCase(Locale.ROOT).equals("refresh")) {
                Matcher matcher = REFRESH.matcher(meta.attr("content"));
                if (matcher.lookingAt()) {
                    return new Links(page.baseUri()).absolute(matcher.group(1).strip());
                }
            }
        }
        return Optional.empty();
    }
}
