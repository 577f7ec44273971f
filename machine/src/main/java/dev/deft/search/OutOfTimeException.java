package dev.deft.search;

/// Leaves a file because the time of the search is up.
final class OutOfTimeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OutOfTimeException() {
        super("out of time", null, false, false);
    }
}
