package dev.deft.agent.config;

/// No key is set for the model, or for any.
public final class MissingKeyException extends ConfigException {

    private static final long serialVersionUID = 1L;

    MissingKeyException(String message) {
        super(message);
    }
}
