package dev.deft.search.regex;

/// Ends a match when the time of the search is up.
public final class OutOfTimeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public OutOfTimeException() {
        super("out of time", null, false, false);
    }
}
