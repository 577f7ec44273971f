package dev.deft.json;

import java.io.IOException;

/// Text that is not JSON, with the place where it stops being so.
public final class JsonSyntaxException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final int line;
    private final int column;

    /// An error at a place of a text.
    ///
    /// @param problem what is wrong, without the place
    /// @param line counted from 1
    /// @param column counted from 1
    public JsonSyntaxException(String problem, int line, int column) {
        super("%s (line %d, column %d)".formatted(problem, line, column));
        this.problem = problem;
        this.line = line;
        this.column = column;
    }

    /// {@return what is wrong, without the place}
    public String problem() {
        return problem;
    }

    /// {@return the line of the place, counted from 1}
    public int line() {
        return line;
    }

    /// {@return the column of the place, counted from 1}
    public int column() {
        return column;
    }
}
