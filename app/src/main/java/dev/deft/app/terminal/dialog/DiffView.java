package dev.deft.app.terminal.dialog;

import java.util.List;
import org.jline.utils.AttributedString;

/// Draws a unified diff, with every line of it: the user decides on what is drawn.
@FunctionalInterface
public interface DiffView {

    /// Draws a diff.
    ///
    /// @param diff one or more files, with its invisible characters named already
    /// @param columns the widest line
    List<AttributedString> draw(String diff, int columns);
}
