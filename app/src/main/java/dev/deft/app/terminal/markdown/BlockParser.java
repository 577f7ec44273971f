package dev.deft.app.terminal.markdown;

import dev.deft.app.terminal.ui.Theme;

/// Reads blocks line by line, as CommonMark describes it, and writes each as early as it is known.
///
/// Tabs are spaces already. Text that is not the whole of its line can be a paragraph, code or HTML
/// only, perhaps in a quote or a list.
final class BlockParser {

    private final InlineText inline;
    private final OpenBlocks blocks;

    BlockParser(Theme theme) {
        this(new InlineText(theme), new OpenBlocks());
    }

    private BlockParser(InlineText inline, OpenBlocks blocks) {
        this.inline = inline;
        this.blocks = blocks;
    }

    /// A parser that goes on alone.
    BlockParser copy() {
        return new BlockParser(inline, blocks.copy());
    }

    /// Takes a line, or the start of a very long one.
    void line(String text, boolean ends, BlockOutput output) {
        new LineParser(blocks, inline, text, ends, output).read();
    }

    /// Takes more of a very long line.
    void more(String text, boolean ends, BlockOutput output) {
        if (blocks.leaf().isPresent()) {
            blocks.leaf().get().add(text, false, ends, output);
        } else if (!text.isBlank()) {
            blocks.start(new ParagraphLeaf(blocks.place(), inline))
                    .add(text.stripLeading(), true, ends, output);
        }
    }

    /// Ends all blocks.
    void end(BlockOutput output) {
        blocks.closeTo(0, output);
        blocks.endLeaf(output);
    }

    /// How many characters were parsed so far, by copies of this parser too.
    long parsed() {
        return inline.parsed();
    }
}
