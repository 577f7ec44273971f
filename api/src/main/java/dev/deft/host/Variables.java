package dev.deft.host;

import java.io.IOException;
import java.util.Optional;

/// The environment variables of a session. Variables that look like secrets can be neither read nor
/// set.
public interface Variables {

    /// {@return the value of a variable; empty if it is not set}
    ///
    /// @param name of the variable
    /// @throws IOException if the session cannot be read, or with [ErrorCode#REFUSED] for a secret
    Optional<String> find(String name) throws IOException;

    /// Sets a variable for this session, not for the process of Deft.
    ///
    /// @param name of the variable
    /// @param value its new value
    /// @return the old value
    /// @throws IOException if it cannot be saved, or with [ErrorCode#REFUSED] for a secret
    Optional<String> set(String name, String value) throws IOException;
}
