package dev.deft.host;

import java.io.IOException;
import java.util.Optional;

/// Environment variables of a session. Those that look like secrets can be neither read nor set.
public interface Variables {

    /// {@return the value of a variable; nothing where it is not set}
    ///
    /// @param name of the variable
    /// @throws IOException when the session cannot be read, or with [ErrorCode#REFUSED] for a
    ///   secret
    Optional<String> find(String name) throws IOException;

    /// Sets a variable for this session alone, never for the process.
    ///
    /// @param name of the variable
    /// @param value its new value
    /// @return what it was before
    /// @throws IOException when it cannot be kept, or with [ErrorCode#REFUSED] for a secret
    Optional<String> set(String name, String value) throws IOException;
}
