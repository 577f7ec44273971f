package dev.deft.app.terminal.ui;

/// What the user typed.
public sealed interface Key {

    /// Typed text: one character as the user sees it, with its combining characters.
    record Text(String text) implements Key {}

    /// A key without text of its own, or with Ctrl or Alt.
    ///
    /// @param name such as `enter`, `ctrl-c`, `alt-left`, `shift-tab` or `pageup`; modifiers come
    ///   in the order `ctrl-alt-shift-`
    record Press(String name) implements Key {}

    /// Text that was pasted, with line feeds as line ends.
    record Pasted(String text) implements Key {}

    /// The window of the terminal got the focus, or lost it.
    record Focus(boolean gained) implements Key {}
}
