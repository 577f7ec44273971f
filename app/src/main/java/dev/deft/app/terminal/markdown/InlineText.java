package dev.deft.app.terminal.markdown;

import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Emphasis;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// Turns the text of one block into styled text. A line feed in it is a line break.
final class InlineText {

    /// Deeper brackets are text.
    private static final int DEEPEST = 50;

    private static final Pattern BARE_ADDRESS =
            Pattern.compile("\\bhttps?://[^\\s<>\"|]*[^\\s<>\"|.,;:!?'*_~]");

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*");
    private static final Set<String> FOLLOWED = Set.of("http", "https", "mailto", "ftp", "file");
    private static final Pattern LINE_BREAK = Pattern.compile("(?i)<br\\s*/?>");

    /// Reads inlines only: a paragraph is the only block it knows.
    private static final Parser PARSER =
            Parser.builder()
                    .enabledBlockTypes(Set.of())
                    .maxInlineNesting(DEEPEST)
                    .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
                    .customDelimiterProcessor(new Strikethrough.Finder())
                    .build();

    private final Theme theme;
    private long parsed;

    InlineText(Theme theme) {
        this.theme = theme;
    }

    /// The syntax tree of a text without blank lines.
    Node parse(String text) {
        parsed += text.length();
        return PARSER.parse(text);
    }

    /// How many characters were parsed so far.
    long parsed() {
        return parsed;
    }

    AttributedString of(String text, AttributedStyle base) {
        if (isPlain(text)) {
            return new AttributedString(shown(text), base);
        }
        var writer = new Writer(base);
        parse(text).accept(writer);
        return writer.text.toAttributedString();
    }

    /// Whether no character can be markup, so that nobody needs to parse it.
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean word = Character.isLetterOrDigit(c) || " ,.;?'\"()-".indexOf(c) >= 0;
            if (!word) {
                return false;
            }
        }
        return !text.startsWith(" ") && !text.endsWith(" ");
    }

    /// Entities name control characters and line ends, too.
    private static String shown(String text) {
        return TerminalText.read(text).replace('\n', ' ').replace('\t', ' ');
    }

    private final class Writer extends AbstractVisitor {

        private final AttributedStringBuilder text = new AttributedStringBuilder();
        private AttributedStyle style;

        Writer(AttributedStyle base) {
            this.style = base;
        }

        @Override
        public void visit(Text node) {
            String words = shown(node.getLiteral());
            Matcher address = BARE_ADDRESS.matcher(words);
            int from = 0;
            while (words.indexOf("://", from) >= 0 && address.find(from)) {
                text.append(words.substring(from, address.start()), style);
                text.append(address.group(), Theme.over(style, theme.link()));
                from = address.end();
            }
            text.append(words.substring(from), style);
        }

        @Override
        public void visit(SoftLineBreak node) {
            text.append(" ", style);
        }

        @Override
        public void visit(HardLineBreak node) {
            text.append("\n", style);
        }

        @Override
        public void visit(Code node) {
            String code = shown(node.getLiteral());
            text.append(theme.colors() ? code : "`" + code + "`", Theme.over(style, theme.code()));
        }

        @Override
        public void visit(HtmlInline node) {
            boolean breaks = LINE_BREAK.matcher(node.getLiteral()).matches();
            text.append(breaks ? "\n" : shown(node.getLiteral()), style);
        }

        @Override
        public void visit(Emphasis node) {
            within(node, Theme.over(style, theme.emphasis()));
        }

        @Override
        public void visit(StrongEmphasis node) {
            within(node, Theme.over(style, theme.strong()));
        }

        @Override
        public void visit(CustomNode node) {
            within(node, Theme.over(style, theme.struck()));
        }

        @Override
        public void visit(Link node) {
            String address = shown(node.getDestination());
            int from = text.length();
            boolean followed = isFollowed(address);
            within(node, followed ? Theme.over(style, theme.link()) : style);
            String label = text.subSequence(from, text.length()).toString();
            if (label.isEmpty()) {
                text.append(address, followed ? Theme.over(style, theme.link()) : style);
            } else if (differs(label, address)) {
                AttributedStyle faint = followed ? Theme.over(style, theme.faint()) : style;
                text.append(" (" + address + ")", faint);
            }
        }

        @Override
        public void visit(Image node) {
            text.append("image: ", Theme.over(style, theme.faint()));
            int from = text.length();
            visitChildren(node);
            String space = text.length() > from ? " " : "";
            text.append(
                    space + "(" + shown(node.getDestination()) + ")",
                    Theme.over(style, theme.faint()));
        }

        /// Other blocks may refer to it, and they are drawn without knowing it.
        @Override
        public void visit(LinkReferenceDefinition node) {
            String separator = node.getPrevious() == null ? "" : "\n";
            text.append(separator + "[" + shown(node.getLabel()) + "]: ", theme.faint());
            text.append(shown(node.getDestination()), theme.link());
            boolean last =
                    node.getNext() == null || node.getNext() instanceof LinkReferenceDefinition;
            text.append(last ? "" : "\n");
        }

        private void within(Node node, AttributedStyle inner) {
            AttributedStyle outer = style;
            style = inner;
            visitChildren(node);
            style = outer;
        }
    }

    private static boolean isFollowed(String address) {
        Matcher scheme = SCHEME.matcher(address);
        return !scheme.matches() || FOLLOWED.contains(scheme.group(1).toLowerCase(Locale.ROOT));
    }

    private static boolean differs(String label, String address) {
        return !address.isEmpty()
                && !address.equals(label)
                && !address.equals("mailto:" + label)
                && !address.equals("https://" + label);
    }
}
