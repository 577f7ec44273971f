package dev.deft.app.terminal.editor;

import dev.deft.app.terminal.ui.Theme;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// What the input works with.
///
/// @param home what `~` means in a pasted path
/// @param notices gets short messages for the user
/// @param userInterface runs a task on the thread of the user interface
public record EditorContext(
        Theme theme,
        InputHistory history,
        Completer completer,
        Clipboard clipboard,
        Path home,
        Consumer<String> notices,
        Executor userInterface) {}
