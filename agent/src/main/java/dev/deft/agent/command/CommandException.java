package dev.deft.agent.command;

import java.io.IOException;

/// A slash command cannot be expanded, and why.
public final class CommandException extends IOException {

    private static final long serialVersionUID = 1L;

    public CommandException(String message) {
        super(message);
    }
}
