/// Converts HTML pages to Markdown or plain text. Every step is bounded in time and memory, however
/// broken the page is.
@NullMarked
package dev.deft.tools.web.html;

import org.jspecify.annotations.NullMarked;
