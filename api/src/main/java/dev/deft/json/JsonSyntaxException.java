package dev.deft.json;

import java.io.IOException;

/// A JSON syntax error with its position.
public final class JsonSyntaxException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final int line;
    private final int column;

    /// Creates an error.
    ///
    /// @param problem what is wrong, without the position
    /// @param line counted from 1
    /// @param column counted from 1
    public JsonSyntaxException(String problem, int line, int column) {
        super("%s (line %d, column %d)".formatted(problem, line, column));
        this.problem = problem;
        this.line = line;
        this.column = column;
    }

    /// {@return what is wrong, without the position}
    public String problem() {
        return problem;
    }

    /// {@return the line, counted from 1}
    public int line() {
        return line;
    }

    /// {@return the column, counted from 1}
    public int column() {
        return column;
    }
}
