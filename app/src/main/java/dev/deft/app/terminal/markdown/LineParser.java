package dev.deft.app.terminal.markdown;

import java.util.Optional;

/// One line on its way through the containers.
final class LineParser {

    private static final int CODE_INDENTATION = 4;

    /// Further markers of quotes and lists are text.
    private static final int DEEPEST = 24;

    private final OpenBlocks blocks;
    private final InlineText inline;
    private final String text;
    private final boolean ends;
    private final BlockOutput output;
    private int at;
    private int matched;

    /// Whether the line starts a container, so that it is not blank.
    private boolean opened;

    LineParser(
            OpenBlocks blocks, InlineText inline, String text, boolean ends, BlockOutput output) {
        this.blocks = blocks;
        this.inline = inline;
        this.text = text;
        this.ends = ends;
        this.output = output;
    }

    void read() {
        while (matched < blocks.depth() && continues(blocks.container(matched))) {
            matched++;
        }
        if (isInside() && blocks.leaf().isPresent() && isTaken(blocks.leaf().get())) {
            return;
        }
        while (!isBlank()) {
            if (indentation() >= CODE_INDENTATION) {
                if (!blocks.isParagraph()) {
                    indentedCode();
                    return;
                }
                break;
            }
            if (startsContainer()) {
                continue;
            }
            var leaf = new LeafParser(blocks, inline, matched, output);
            if (ends && leaf.isBlock(tail(at), indentation())) {
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
                    yield !blocks.isBare(item);
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
        return matched == blocks.depth();
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
                    blocks.endLeaf(output);
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
                    blocks.endLeaf(output);
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
                        && blocks.leaf().isPresent()
                        && blocks.leaf().get() instanceof CodeLeaf code
                        && !code.isFenced();
        if (!goesOn) {
            openBlock();
            blocks.start(
                    new CodeLeaf(blocks.place(), CodeHighlighter.plain(output.theme()), "", 0));
        }
        blocks.leaf().orElseThrow().add(tail(at + CODE_INDENTATION), true, ends, output);
    }

    private void openBlock() {
        blocks.closeTo(matched, output);
        blocks.endLeaf(output);
    }

    private boolean startsContainer() {
        if (blocks.depth() >= DEEPEST) {
            return false;
        }
        if (text.charAt(at + indentation()) == '>') {
            openBlock();
            boolean _ = skipsQuoteMark();
            blocks.add(new Container.Quote(blocks.number()));
            matched++;
            opened = true;
            return true;
        }
        if (ends && isHeadingLine(rest())) {
            return false;
        }
        Optional<LineStart.Item> item = LineStart.item(rest());
        boolean interrupts = isInside() && blocks.isParagraph();
        if (item.isEmpty() || (interrupts && !item.get().interrupts())) {
            return false;
        }
        item(item.get());
        return true;
    }

    /// Lines of dashes may look like items.
    private boolean isHeadingLine(String rest) {
        boolean under = isInside() && blocks.isParagraph() && LineStart.underlined(rest) > 0;
        return under || LineStart.isRule(rest);
    }

    private void item(LineStart.Item start) {
        int list = blocks.number();
        if (matched < blocks.depth()
                && blocks.container(matched) instanceof Container.Item sibling
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
        blocks.add(
                new Container.Item(
                        blocks.number(),
                        list,
                        start.kind(),
                        indentation,
                        marker,
                        blocks.isAfterBlank()));
        matched++;
        opened = true;
        if (isBlank()) {
            blocks.setBare();
        }
    }

    private String bullet() {
        return blocks.items() % 2 == 0 ? "• " : "◦ ";
    }

    private void blank() {
        blocks.closeTo(matched, output);
        if (blocks.leaf().isPresent() && blocks.leaf().get() instanceof CodeLeaf code) {
            code.add("", true, true, output);
            return;
        }
        blocks.endLeaf(output);
        if (!opened) {
            blocks.addBlank();
        }
    }

    private void words() {
        if (blocks.isParagraph()) {
            blocks.leaf().orElseThrow().add(rest(), true, ends, output);
            return;
        }
        blocks.closeTo(matched, output);
        if (ends && blocks.leaf().isPresent() && blocks.leaf().get() instanceof TableLeaf table) {
            table.add(rest(), true, true, output);
            return;
        }
        blocks.endLeaf(output);
        blocks.start(new ParagraphLeaf(blocks.place(), inline)).add(rest(), true, ends, output);
    }
}
