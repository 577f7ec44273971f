package dev.deft.run;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.Optional;

/// Values that a session keeps between calls, by name.
public interface SessionMemory {

    Optional<Json.Obj> load(String name);

    /// Saves a value. It is durable when the method returns.
    void save(String name, Json.Obj value) throws IOException;
}
