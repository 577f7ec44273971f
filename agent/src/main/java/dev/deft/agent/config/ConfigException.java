package dev.deft.agent.config;

import dev.deft.codec.LocatedJson.Position;
import java.io.IOException;

/// A setting is invalid. The message says where and what is valid; it never shows a value that
/// could be a secret.
public class ConfigException extends IOException {

    private static final long serialVersionUID = 1L;

    public ConfigException(String message) {
        super(message);
    }

    ConfigException(String file, Position place, String problem) {
        this(file, place.line(), place.column(), problem);
    }

    ConfigException(String file, int line, int column, String problem) {
        super(file + ", line " + line + ", column " + column + ": " + problem);
    }
}
