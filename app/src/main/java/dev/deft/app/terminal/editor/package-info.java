/// The input of the interactive terminal: editing, history, completion, pasted texts and images.
@NullMarked
package dev.deft.app.terminal.editor;

import org.jspecify.annotations.NullMarked;
