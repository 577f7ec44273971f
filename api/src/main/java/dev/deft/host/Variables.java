package dev.deft.host;

import java.io.IOException;
import java.util.Optional;

/// Environment variables of a session. Those that look like secrets can be neither read nor set.
public interface Variables {

    Optional<String> find(String name) throws IOException;

    /// Sets a variable for this session alone, never for the process.
    ///
    /// @return what it was before
    Optional<String> set(String name, String value) throws IOException;
}
