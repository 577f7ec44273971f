package dev.deft.search;

/// The text is no regular expression.
final class RegexSyntaxException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int position;

    RegexSyntaxException(String message, int position) {
        super(message, null, false, false);
        this.position = position;
    }

    int position() {
        return position;
    }
}
