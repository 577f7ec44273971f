package dev.deft.app.terminal.markdown;

import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/// Reads blocks line by line, as CommonMark describes it, and writes each as early as it is known.
///
/// Tabs are spaces already. Text that is not the whole of its line can be a paragraph, code or HTML
/// only, perhaps in a quote or a list.
final class BlockParser {

    private static final int CODE_INDENTATION = 4;

    /// Further markers of quotes and lists are text.
    private static final int DEEPEST = 24;

    private final InlineText inline;
    private final List<Container> containers = new ArrayList<>();
    private Optional<Leaf> leaf = Optional.empty();
    private int numbers;
    private boolean blankBefore;

    /// The item that has a marker and nothing else yet; -1 if there is none.
    private int bareItem = -1;

    BlockParser(Theme theme) {
        this(new InlineText(theme));
    }

    private BlockParser(InlineText inline) {
        this.inline = inline;
    }

    /// A parser that goes on alone.
    BlockParser copy() {
        var copy = new BlockParser(inline);
        copy.containers.addAll(containers);
        copy.leaf = leaf.map(Leaf::copy);
        copy.numbers = numbers;
        copy.blankBefore = blankBefore;
        copy.bareItem = bareItem;
        return copy;
    }

    /// Takes a line, or the start of a very long one.
    void line(String text, boolean ends, BlockOutput output) {
        new LineReading(text, ends, output).read();
    }

    /// Takes more of a very long line.
    void more(String text, boolean ends, BlockOutput output) {
        if (leaf.isPresent()) {
            leaf.get().add(text, false, ends, output);
        } else if (!text.isBlank()) {
            paragraph(text.stripLeading(), ends, output);
        }
    }

    /// How many characters were parsed so far, by copies of this parser too.
    long parsed() {
        return inline.parsed();
    }

    /// Ends all blocks.
    void end(BlockOutput output) {
        closeTo(0, output);
        endLeaf(output);
    }

    private void paragraph(String text, boolean ends, BlockOutput output) {
        start(new ParagraphLeaf(place(), inline)).add(text, true, ends, output);
    }

    private Leaf start(Leaf next) {
        leaf = Optional.of(next);
        return next;
    }

    private Place place() {
        var place = new Place(numbers++, containers, blankBefore);
        blankBefore = false;
        bareItem = -1;
        return place;
    }

    private void endLeaf(BlockOutput output) {
        leaf.ifPresent(it -> it.end(output));
        blankBefore |= leaf.isPresent() && leaf.get() instanceof CodeLeaf code && code.endsBlank();
        leaf = Optional.empty();
    }

    /// Closes all containers but the outermost ones.
    private void closeTo(int depth, BlockOutput output) {
        if (containers.size() == depth) {
            return;
        }
        endLeaf(output);
        for (int i = depth; i < containers.size(); i++) {
            if (containers.get(i) instanceof Container.Item item) {
                List<Container> around = containers.subList(0, i + 1);
                output.emptyItem(new Place(item.number(), around, item.afterBlank()));
            }
        }
        containers.subList(depth, containers.size()).clear();
        bareItem = -1;
    }

    /// One line on its way through the containers.
    private final class LineReading {

        private final String text;
        private final boolean ends;
        private final BlockOutput output;
        private int at;
        private int matched;

        /// Whether the line starts a container, so that it is not blank.
        private boolean opened;

        LineReading(String text, boolean ends, BlockOutput output) {
            this.text = text;
            this.ends = ends;
            this.output = output;
        }

        void read() {
            while (matched < containers.size() && continues(containers.get(matched))) {
                matched++;
            }
            if (isInside() && leaf.isPresent() && isTaken(leaf.get())) {
                return;
            }
            while (!isBlank()) {
                if (indentation() >= CODE_INDENTATION) {
                    if (!isParagraph()) {
                        indentedCode();
                        return;
                    }
                    break;
                }
                if (startsContainer()) {
                    continue;
                }
                if (isBlock()) {
                    return;
                }
                break;
            }
            if (isBlank()) {
                blank();
            } else {
                words();
            }
        }

        private boolean continues(Container container) {
            return switch (container) {
                case Container.Quote _ -> skipsQuoteMark();
                case Container.Item item -> {
                    if (isBlank()) {
                        yield item.number() != bareItem;
                    }
                    boolean inside = indentation() >= item.indentation();
                    at += inside ? item.indentation() : 0;
                    yield inside;
                }
            };
        }

        private boolean skipsQuoteMark() {
            int mark = at + indentation();
            if (indentation() >= CODE_INDENTATION || !text.startsWith(">", mark)) {
                return false;
            }
            at = text.startsWith(" ", mark + 1) ? mark + 2 : mark + 1;
            return true;
        }

        private boolean isInside() {
            return matched == containers.size();
        }

        private boolean isParagraph() {
            return leaf.isPresent() && leaf.get() instanceof ParagraphLeaf;
        }

        private boolean isBlank() {
            return at + indentation() >= text.length();
        }

        private int indentation() {
            int end = at;
            while (end < text.length() && text.charAt(end) == ' ') {
                end++;
            }
            return end - at;
        }

        /// The line without its indentation.
        private String rest() {
            return text.substring(at + indentation());
        }

        /// Whether the open block takes the line, whatever it says.
        private boolean isTaken(Leaf open) {
            return switch (open) {
                case CodeLeaf code when code.isFenced() -> {
                    boolean closes =
                            ends
                                    && indentation() < CODE_INDENTATION
                                    && LineStart.closes(rest(), code.fence());
                    if (closes) {
                        endLeaf(output);
                    } else {
                        int shift = Math.min(code.shift(), indentation());
                        code.add(tail(at + shift), true, ends, output);
                    }
                    yield true;
                }
                case HtmlLeaf html -> {
                    boolean over = html.endsAtBlank() && isBlank();
                    if (!over) {
                        html.add(tail(at), true, ends, output);
                    }
                    if (html.endsWith(text)) {
                        endLeaf(output);
                    }
                    yield !over;
                }
                case CodeLeaf _, ParagraphLeaf _, TableLeaf _ -> false;
            };
        }

        private String tail(int from) {
            return text.substring(Math.min(from, text.length()));
        }

        private void indentedCode() {
            boolean goesOn =
                    isInside()
                            && leaf.isPresent()
                            && leaf.get() instanceof CodeLeaf code
                            && !code.isFenced();
            if (!goesOn) {
                openBlock();
                start(new CodeLeaf(place(), CodeHighlighter.plain(output.theme()), "", 0));
            }
            leaf.orElseThrow().add(tail(at + CODE_INDENTATION), true, ends, output);
        }

        private void openBlock() {
            closeTo(matched, output);
            endLeaf(output);
        }

        private boolean startsContainer() {
            if (containers.size() >= DEEPEST) {
                return false;
            }
            if (text.charAt(at + indentation()) == '>') {
                openBlock();
                boolean _ = skipsQuoteMark();
                containers.add(new Container.Quote(numbers++));
                matched++;
                opened = true;
                return true;
            }
            if (ends && isHeadingLine(rest())) {
                return false;
            }
            Optional<LineStart.Item> item = LineStart.item(rest());
            boolean interrupts = isInside() && isParagraph();
            if (item.isEmpty() || (interrupts && !item.get().interrupts())) {
                return false;
            }
            item(item.get());
            return true;
        }

        /// Lines of dashes may look like items.
        private boolean isHeadingLine(String rest) {
            boolean under = isInside() && isParagraph() && LineStart.underlined(rest) > 0;
            return under || LineStart.isRule(rest);
        }

        private void item(LineStart.Item start) {
            int list = numbers++;
            if (matched < containers.size()
                    && containers.get(matched) instanceof Container.Item sibling
                    && sibling.kind() == start.kind()) {
                list = sibling.list();
            }
            openBlock();
            int indentation = indentation() + start.width();
            at = Math.min(text.length(), at + indentation);
            String marker = start.isBullet() ? bullet() : start.marker() + " ";
            Optional<LineStart.Task> task = LineStart.task(tail(at));
            if (task.isPresent()) {
                String box = task.get().done() ? "☑ " : "☐ ";
                marker = start.isBullet() ? box : marker + box;
                at += task.get().length();
            }
            containers.add(
                    new Container.Item(
                            numbers++, list, start.kind(), indentation, marker, blankBefore));
            matched++;
            opened = true;
            bareItem = isBlank() ? containers.getLast().number() : -1;
        }

        private String bullet() {
            long depth = containers.stream().filter(Container.Item.class::isInstance).count();
            return depth % 2 == 0 ? "• " : "◦ ";
        }

        /// Whether the line is a block of its own or starts one.
        private boolean isBlock() {
            String rest = rest();
            if (!ends) {
                return false;
            }
            boolean paragraph = isInside() && isParagraph();
            return (paragraph && endsParagraph(rest, (ParagraphLeaf) leaf.orElseThrow()))
                    || isHeading(rest)
                    || isRule(rest)
                    || isFence(rest)
                    || isHtml(rest, isParagraph());
        }

        private boolean endsParagraph(String rest, ParagraphLeaf paragraph) {
            int level = paragraph.isWhole() ? LineStart.underlined(rest) : 0;
            if (level > 0) {
                heading(paragraph.place(), new LineStart.Heading(level, paragraph.source()));
                leaf = Optional.empty();
                return true;
            }
            String heads = paragraph.lastLine();
            Optional<List<TableRow.Alignment>> columns = TableRow.alignments(rest, heads);
            columns.ifPresent(it -> table(paragraph, heads, it));
            return columns.isPresent();
        }

        private void table(
                ParagraphLeaf paragraph, String heads, List<TableRow.Alignment> columns) {
            paragraph.dropLastLine();
            boolean first = paragraph.isEmpty();
            Place place = first ? paragraph.place() : place();
            paragraph.end(output);
            List<AttributedString> texts =
                    TableRow.texts(heads).stream()
                            .map(it -> inline.of(it, output.theme().plain()))
                            .toList();
            start(new TableLeaf(place, inline, columns, texts));
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
            heading.ifPresent(
                    it -> {
                        openBlock();
                        heading(place(), it);
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
            Place place = place();
            output.line(
                    place,
                    new AttributedString("─".repeat(output.width(place)), output.theme().faint()));
            return true;
        }

        private boolean isFence(String rest) {
            Optional<LineStart.Fence> fence = LineStart.fence(rest);
            fence.ifPresent(
                    it -> {
                        int shift = indentation();
                        openBlock();
                        var highlighter = CodeHighlighter.of(it.language(), output.theme());
                        var code = new CodeLeaf(place(), highlighter, it.characters(), shift);
                        String label = TerminalText.read(it.language());
                        if (!label.isBlank()) {
                            code.label(label, output);
                        }
                        start(code);
                    });
            return fence.isPresent();
        }

        private boolean isHtml(String rest, boolean afterParagraph) {
            Optional<String> last = LineStart.html(rest, afterParagraph);
            last.ifPresent(
                    it -> {
                        openBlock();
                        var html = new HtmlLeaf(place(), it);
                        start(html).add(tail(at), true, true, output);
                        if (html.endsWith(rest)) {
                            endLeaf(output);
                        }
                    });
            return last.isPresent();
        }

        private void blank() {
            closeTo(matched, output);
            if (leaf.isPresent() && leaf.get() instanceof CodeLeaf code) {
                code.add("", true, true, output);
                return;
            }
            endLeaf(output);
            blankBefore |= !opened;
        }

        private void words() {
            if (isParagraph()) {
                leaf.orElseThrow().add(rest(), true, ends, output);
                return;
            }
            closeTo(matched, output);
            if (ends && leaf.isPresent() && leaf.get() instanceof TableLeaf table) {
                table.add(rest(), true, true, output);
                return;
            }
            endLeaf(output);
            paragraph(rest(), ends, output);
        }
    }
}
