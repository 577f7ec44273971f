package dev.deft.json;

import java.io.IOException;

/// Text that is not JSON, with the place where it stops being so.
public final class JsonSyntaxException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final int line;
    private final int column;

    public JsonSyntaxException(String problem, int line, int column) {
        super("%s (line %d, column %d)".formatted(problem, line, column));
        this.problem = problem;
        this.line = line;
        this.column = column;
    }

    /// What is wrong, without the place.
    public String problem() {
        return problem;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }
}
