/// The terminal itself: keys in, styled lines out. Nothing else writes bytes to a terminal while an
/// interactive session has it.
@NullMarked
package dev.deft.app.terminal.device;

import org.jspecify.annotations.NullMarked;
