package dev.deft.script;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Caches the scripts of one call; each is parsed when a gate first needs it.
public final class ParsedScripts {

    private final Supplier<Map<String, String>> variables;
    private final Map<String, Script> read = new ConcurrentHashMap<>();

    /// For a session without variables of its own.
    public ParsedScripts() {
        this(Map::of);
    }

    /// For a session.
    ///
    /// @param variables that it has set
    public ParsedScripts(Supplier<Map<String, String>> variables) {
        this.variables = variables;
    }

    public Script of(String text) {
        return read.computeIfAbsent(text, it -> Script.read(it, variables.get()));
    }
}
