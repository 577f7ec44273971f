package dev.deft.tools.web.html;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/// The text of a `pre` element, exactly, and the language its classes name.
record CodeBlock(String language, String code) {

    private static final Pattern LANGUAGE =
            Pattern.compile(
                    "(?:^|\\s)(?:language-|lang-|highlight-source-|highlight-|brush:\\s*)([A-Za-z0-9+#_.-]{1,30})");

    private static final Set<String> NO_LANGUAGES =
            Set.of("none", "default", "text-html-basic", "plaintext-nohighlight", "notranslate");

    private static final Set<String> GUTTERS =
            Set.of("lineno", "linenos", "line-number", "line-numbers", "gutter", "linenodiv");

    /// How many elements around the code may name its language.
    private static final int WRAPPERS = 3;

    static CodeBlock of(Element pre) {
        var text = new Text();
        NodeTraversor.filter(text, pre);
        return new CodeBlock(language(pre), trimmed(text.code));
    }

    /// Without an empty first line, and without blank lines at the end.
    private static String trimmed(StringBuilder code) {
        String whole = code.toString().replace("\r\n", "\n").replace('\r', '\n');
        String body = whole.startsWith("\n") ? whole.substring(1) : whole;
        int end = body.length();
        while (end > 0 && Character.isWhitespace(body.charAt(end - 1))) {
            end--;
        }
        return body.substring(0, end);
    }

    private static String language(Element pre) {
        Element code = pre.firstElementChild();
        if (code != null && code.normalName().equals("code")) {
            String named = named(code);
            if (!named.isEmpty()) {
                return named;
            }
        }
        Element element = pre;
        for (int i = 0; i < WRAPPERS && element != null; i++) {
            String named = named(element);
            if (!named.isEmpty()) {
                return named;
            }
            element = element.parent();
        }
        return "";
    }

    private static String named(Element element) {
        for (String attribute : new String[] {"data-lang", "data-language", "lang-name"}) {
            String value = element.attr(attribute);
            if (value.matches("[A-Za-z0-9+#_.-]{1,30}")) {
                return value.toLowerCase(Locale.ROOT);
            }
        }
        Matcher matcher = LANGUAGE.matcher(element.className());
        if (!matcher.find()) {
            return "";
        }
        String language = matcher.group(1).toLowerCase(Locale.ROOT);
        return NO_LANGUAGES.contains(language) ? "" : language;
    }

    /// The block between fences that the code does not contain.
    String fenced() {
        String fence = "`".repeat(Math.max(3, Inline.longestRun(code, '`') + 1));
        return fence + language + "\n" + code + "\n" + fence;
    }

    /// Collects the text, with line breaks, without line numbers.
    private static final class Text implements NodeFilter {

        private final StringBuilder code = new StringBuilder();

        @Override
        public FilterResult head(Node node, int depth) {
            if (node instanceof TextNode text) {
                code.append(text.getWholeText());
            }
            if (!(node instanceof Element element)) {
                return FilterResult.CONTINUE;
            }
            if (element.normalName().equals("br")) {
                code.append('\n');
            }
            boolean left = new Clutter(false, true).is(element) || (depth > 0 && isGutter(element));
            return left ? FilterResult.SKIP_ENTIRELY : FilterResult.CONTINUE;
        }

        /// Some highlighters put each line into a block of its own.
        @Override
        public FilterResult tail(Node node, int depth) {
            if (depth > 0
                    && node instanceof Element element
                    && (element.normalName().equals("div") || element.normalName().equals("li"))
                    && !code.isEmpty()
                    && code.charAt(code.length() - 1) != '\n') {
                code.append('\n');
            }
            return FilterResult.CONTINUE;
        }

        private static boolean isGutter(Element element) {
            if (element.normalName().equals("code")) {
                return false;
            }
            for (String name : element.classList()) {
                if (GUTTERS.contains(name)) {
                    return true;
                }
            }
            return false;
        }
    }
}
