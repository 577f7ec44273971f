package dev.deft.tools.web.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/// The part of a page that is written.
///
/// It is `main` or the only `article` where that holds a fair share of the text, else the whole
/// body. Where the page would be empty without its navigation, as with a `nav` that is never
/// closed, the navigation stays.
///
/// @param root of the part
/// @param clutter what is left out inside it
record Content(Element root, Clutter clutter) {

    /// `main` must have one in this many characters of the page.
    private static final int MAIN_SHARE = 4;

    /// `article` must have one in this many characters of the page.
    private static final int ARTICLE_SHARE = 2;

    /// Below this share of all text, the navigation was probably not navigation.
    private static final int LEAST_SHARE = 20;

    private static final int FEW_CHARACTERS = 200;

    static Content of(Element body) {
        var found = new Candidates(Clutter.ALL);
        long length = found.measure(body);
        if (length < FEW_CHARACTERS) {
            var everything = new Clutter(false, true);
            long all = new Candidates(everything).measure(body);
            if (all > length * LEAST_SHARE) {
                return new Content(body, everything);
            }
            if (all == 0) {
                return new Content(body, new Clutter(false, false));
            }
        }
        return new Content(main(body, length, found), Clutter.ALL);
    }

    private static Element main(Element body, long length, Candidates found) {
        if (found.mains.size() == 1 && hasShare(found.mains.getFirst(), length, MAIN_SHARE)) {
            return found.mains.getFirst();
        }
        if (found.mains.isEmpty()
                && found.articles.size() == 1
                && hasShare(found.articles.getFirst(), length, ARTICLE_SHARE)) {
            return found.articles.getFirst();
        }
        return body;
    }

    private static boolean hasShare(Element part, long length, int share) {
        return new Candidates(Clutter.ALL).measure(part) * share >= length;
    }

    /// The heading to write before the content if it has none itself.
    Optional<String> heading(Document page) {
        if (root.selectFirst("h1") != null) {
            return Optional.empty();
        }
        Element first = page.selectFirst("h1");
        String text = Whitespace.collapsed(first == null ? page.title() : first.text());
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    /// Measures the text of a part, and collects what may be its content.
    private static final class Candidates implements NodeFilter {

        private final Clutter clutter;
        private final List<Element> mains = new ArrayList<>();
        private final List<Element> articles = new ArrayList<>();
        private long length;

        Candidates(Clutter clutter) {
            this.clutter = clutter;
        }

        long measure(Element root) {
            NodeTraversor.filter(this, root);
            return length;
        }

        @Override
        public FilterResult head(Node node, int depth) {
            if (node instanceof TextNode text) {
                length += count(text.getWholeText());
            }
            if (!(node instanceof Element element)) {
                return FilterResult.CONTINUE;
            }
            if (clutter.is(element)) {
                return FilterResult.SKIP_ENTIRELY;
            }
            if (element.normalName().equals("main") || element.attr("role").equals("main")) {
                mains.add(element);
            }
            if (element.normalName().equals("article")) {
                articles.add(element);
            }
            return FilterResult.CONTINUE;
        }

        private static long count(String text) {
            long count = 0;
            for (int i = 0; i < text.length(); i++) {
                count += Whitespace.is(text.charAt(i)) ? 0 : 1;
            }
            return count;
        }
    }
}
