package dev.deft.run;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.Optional;

/// What a session remembers between calls, by name.
public interface SessionMemory {

    Optional<Json.Obj> load(String name);

    /// Keeps a value; it is durable when this returns.
    void save(String name, Json.Obj value) throws IOException;
}
