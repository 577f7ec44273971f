/// Sessions as pages that people read: HTML and Markdown.
@NullMarked
package dev.deft.engine.export;

import org.jspecify.annotations.NullMarked;
