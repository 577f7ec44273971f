package dev.deft.script;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// The scripts of one call; each is parsed when a gate first needs it, unless an earlier call of
/// the session had the same one.
public final class ParsedScripts {

    private final Supplier<Map<String, String>> variables;
    private final RecentScripts recent;
    private final Map<String, Script> read = new ConcurrentHashMap<>();

    /// For a session without variables of its own.
    public ParsedScripts() {
        this(Map::of);
    }

    /// For the only call of a session.
    ///
    /// @param variables that it has set
    public ParsedScripts(Supplier<Map<String, String>> variables) {
        this(variables, new RecentScripts());
    }

    /// For a session.
    ///
    /// @param variables that it has set
    /// @param recent the scripts of its calls
    public ParsedScripts(Supplier<Map<String, String>> variables, RecentScripts recent) {
        this.variables = variables;
        this.recent = recent;
    }

    public Script of(String text) {
        return read.computeIfAbsent(text, it -> recent.of(it, variables.get()));
    }
}
