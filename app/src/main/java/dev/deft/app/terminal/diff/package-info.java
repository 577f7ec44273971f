/// Unified diffs as lines for a terminal, with the words that changed.
@NullMarked
package dev.deft.app.terminal.diff;

import org.jspecify.annotations.NullMarked;
