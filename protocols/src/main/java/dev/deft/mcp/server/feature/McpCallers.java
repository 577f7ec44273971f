package dev.deft.mcp.server.feature;

import dev.deft.host.Host;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Finds the client that made a call. A tool that asks its client something gets this object from
/// the program that builds the engine, which gives the same one to the server.
///
/// ```java
/// var callers = new McpCallers();
/// Engine engine = Engine.builder().tools(new ColorTool(callers)).build();
/// // in the tool: callers.of(host).orElseThrow().ask("color", InputRequest.form(…))
/// ```
public final class McpCallers {

    private final Map<String, McpCaller> callers = new ConcurrentHashMap<>();

    /// Which call a thread works for. Threads that a call starts inherit it; only the id is kept,
    /// so a thread that outlives the call keeps nothing alive.
    private final InheritableThreadLocal<String> current = new InheritableThreadLocal<>();

    /// {@return the client that made the call of a tool; empty if no MCP client did}
    public Optional<McpCaller> of(Host host) {
        return find(host.call().callId()).or(this::current);
    }

    /// {@return the client that made a call}
    public Optional<McpCaller> find(String callId) {
        return Optional.ofNullable(callers.get(callId));
    }

    /// {@return the client that made the call that this thread works for}
    public Optional<McpCaller> current() {
        String id = current.get();
        return id == null ? Optional.empty() : find(id);
    }

    /// Starts a call on this thread.
    ///
    /// @return ends it
    public Entered enter(String callId, McpCaller caller) {
        callers.put(callId, caller);
        current.set(callId);
        return () -> {
            current.remove();
            callers.remove(callId);
        };
    }

    /// A call that has started.
    @FunctionalInterface
    public interface Entered extends AutoCloseable {

        @Override
        void close();
    }
}
