/// Renders sessions as HTML and Markdown pages. Reads no files and knows no stores: it gets a
/// history.
@NullMarked
package dev.deft.engine.export;

import org.jspecify.annotations.NullMarked;
