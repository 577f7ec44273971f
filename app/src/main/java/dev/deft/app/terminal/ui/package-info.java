/// What the parts of the interactive terminal share: keys, frames, widgets and styles.
@NullMarked
package dev.deft.app.terminal.ui;

import org.jspecify.annotations.NullMarked;
