package dev.deft.app.terminal.markdown;

import dev.deft.output.TerminalText;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/// Recognizes headings, rules, code, HTML and tables.
final class LeafParser {

    private final OpenBlocks blocks;
    private final InlineText inline;

    /// How many of the open containers the line is in.
    private final int matched;

    private final BlockOutput output;

    LeafParser(OpenBlocks blocks, InlineText inline, int matched, BlockOutput output) {
        this.blocks = blocks;
        this.inline = inline;
        this.matched = matched;
        this.output = output;
    }

    /// Takes a whole line that starts in the innermost open container.
    ///
    /// @return whether it is a block of its own or starts one
    boolean isBlock(String line, int indentation) {
        String rest = line.substring(indentation);
        boolean paragraph = matched == blocks.depth() && blocks.isParagraph();
        return (paragraph && endsParagraph(rest, (ParagraphLeaf) blocks.leaf().orElseThrow()))
                || isHeading(rest)
                || isRule(rest)
                || isFence(rest, indentation)
                || isHtml(line, rest);
    }

    private void openBlock() {
        blocks.closeTo(matched, output);
        blocks.endLeaf(output);
    }

    private boolean endsParagraph(String rest, ParagraphLeaf paragraph) {
        int level = paragraph.isWhole() ? LineStart.underlined(rest) : 0;
        if (level > 0) {
            heading(paragraph.place(), new LineStart.Heading(level, paragraph.source()));
            blocks.dropLeaf();
            return true;
        }
        String heads = paragraph.lastLine();
        Optional<List<TableRow.Alignment>> columns = TableRow.alignments(rest, heads);
        columns.ifPresent(it -> table(paragraph, heads, it));
        return columns.isPresent();
    }

    private void table(ParagraphLeaf paragraph, String heads, List<TableRow.Alignment> columns) {
        paragraph.dropLastLine();
        boolean first = paragraph.isEmpty();
        Place place = first ? paragraph.place() : blocks.place();
        paragraph.end(output);
        List<AttributedString> texts =
                TableRow.texts(heads).stream()
                        .map(it -> inline.of(it, output.theme().plain()))
                        .toList();
        blocks.start(new TableLeaf(place, inline, columns, texts));
    }

    private AttributedStyle headingStyle(int level) {
        return switch (level) {
            case 1 -> output.theme().title();
            case 2 -> output.theme().heading();
            default -> output.theme().strong();
        };
    }

    private boolean isHeading(String rest) {
        Optional<LineStart.Heading> heading = LineStart.heading(rest);
        heading.ifPresent(it -> {
            openBlock();
            heading(blocks.place(), it);
        });
        return heading.isPresent();
    }

    private void heading(Place place, LineStart.Heading heading) {
        if (!heading.text().isBlank()) {
            AttributedString text =
                    inline.of(heading.text().strip(), headingStyle(heading.level()));
            output.lines(place, WordWrap.words(text, output.width(place)));
        }
    }

    private boolean isRule(String rest) {
        if (!LineStart.isRule(rest)) {
            return false;
        }
        openBlock();
        Place place = blocks.place();
        output.line(
                place,
                new AttributedString("─".repeat(output.width(place)), output.theme().faint()));
        return true;
    }

    private boolean isFence(String rest, int shift) {
        Optional<LineStart.Fence> fence = LineStart.fence(rest);
        fence.ifPresent(it -> {
            openBlock();
            var highlighter = CodeHighlighter.of(it.language(), output.theme());
            var code = new CodeLeaf(blocks.place(), highlighter, it.characters(), shift);
            String label = TerminalText.read(it.language());
            if (!label.isBlank()) {
                code.label(label, output);
            }
            blocks.start(code);
        });
        return fence.isPresent();
    }

    private boolean isHtml(String line, String rest) {
        Optional<String> last = LineStart.html(rest, blocks.isParagraph());
        last.ifPresent(it -> {
            openBlock();
            var html = new HtmlLeaf(blocks.place(), it);
            blocks.start(html).add(line, true, true, output);
            if (html.endsWith(rest)) {
                blocks.endLeaf(output);
            }
        });
        return last.isPresent();
    }
}
