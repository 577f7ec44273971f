package dev.deft.app.terminal.ui;

/// A part of the screen that draws itself and takes keys. Only the thread of the user interface
/// uses it.
public interface Widget {

    /// Draws it as it is now.
    ///
    /// @param columns the widest line
    /// @param rows the most lines, at least 1
    Frame draw(int columns, int rows);

    /// Takes a key.
    ///
    /// @return false if the key means nothing here
    boolean press(Key key);
}
