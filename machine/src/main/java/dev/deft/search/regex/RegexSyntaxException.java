package dev.deft.search.regex;

/// Thrown when a text is not a valid regular expression.
public final class RegexSyntaxException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int position;

    RegexSyntaxException(String message, int position) {
        super(message, null, false, false);
        this.position = position;
    }

    public int position() {
        return position;
    }
}
