package dev.deft.mcp.client;

import dev.deft.engine.source.OpenTools;
import dev.deft.tool.Tool;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// Servers that are connected with the first who waits for their tools, so that a single call of
/// another tool starts no program.
final class LazyServers implements OpenTools {

    private final Supplier<McpServers> opening;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Optional<McpServers> open = Optional.empty();
    private boolean closed;

    LazyServers(Supplier<McpServers> opening) {
        this.opening = opening;
    }

    @Override
    public String name() {
        return "MCP servers";
    }

    @Override
    public List<Tool<?>> tools() {
        return open.map(McpServers::tools).orElse(List.of());
    }

    @Override
    public void awaitTools(Duration most) throws InterruptedException {
        Optional<McpServers> servers = connected();
        if (servers.isPresent()) {
            servers.get().awaitTools(most);
        }
    }

    private synchronized Optional<McpServers> connected() {
        if (open.isEmpty() && !closed) {
            McpServers servers = opening.get();
            open = Optional.of(servers);
            Subscription _ = servers.onChange(() -> listeners.forEach(Runnable::run));
            listeners.forEach(Runnable::run);
        }
        return open;
    }

    @Override
    public Subscription onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void close() {
        Optional<McpServers> servers;
        synchronized (this) {
            closed = true;
            servers = open;
        }
        servers.ifPresent(McpServers::close);
    }
}
