/// Markdown and code as lines for a terminal, also while the text still streams.
///
/// [dev.deft.app.terminal.markdown.MarkdownLines] reads blocks line by line with a state of bounded
/// size, so a long answer costs no more per character than a short one. CommonMark's own parser
/// reads what is inside a block.
@NullMarked
package dev.deft.app.terminal.markdown;

import org.jspecify.annotations.NullMarked;
