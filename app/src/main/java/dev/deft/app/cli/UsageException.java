package dev.deft.app.cli;

/// The command was called wrongly: one clear line, and exit code 2.
final class UsageException extends Exception {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
