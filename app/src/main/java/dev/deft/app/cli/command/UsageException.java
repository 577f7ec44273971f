package dev.deft.app.cli.command;

/// An invalid command line: one clear line, and exit code 2.
public final class UsageException extends Exception {

    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
