package dev.deft.script;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// The scripts of one call, each read once, when the first gate asks.
public final class ParsedScripts {

    private final Supplier<Map<String, String>> variables;
    private final Map<String, Script> read = new ConcurrentHashMap<>();

    /// Of a session that has set nothing.
    public ParsedScripts() {
        this(Map::of);
    }

    /// Of a session.
    ///
    /// @param variables what it has set
    public ParsedScripts(Supplier<Map<String, String>> variables) {
        this.variables = variables;
    }

    public Script of(String text) {
        return read.computeIfAbsent(text, it -> Script.read(it, variables.get()));
    }
}
