package dev.deft.app.terminal.markdown;

/// A block that holds text and is not finished yet.
sealed interface Leaf permits ParagraphLeaf, CodeLeaf, HtmlLeaf, TableLeaf {

    Place place();

    /// Takes more of its text and writes what can no longer change.
    ///
    /// @param lineStarts whether the text starts a line
    /// @param lineEnds whether the line ends with the text
    void add(String text, boolean lineStarts, boolean lineEnds, BlockOutput output);

    /// Writes the rest.
    void end(BlockOutput output);

    /// A leaf that goes on alone.
    Leaf copy();
}
