package dev.deft.mcp.client;

import dev.deft.agent.config.McpServer;
import dev.deft.codec.JsonText;
import dev.deft.engine.source.OpenTools;
import dev.deft.output.TerminalText;
import dev.deft.tool.Tool;
import dev.deft.tools.BuiltinTools;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// The tools of MCP servers. Servers are connected in the background, all at once; their tools
/// appear as soon as they are known, and stay listed while a server is away.
public final class McpServers implements OpenTools {

    /// How much of a description models see of a server that nobody vouched for.
    private static final int UNTRUSTED_DESCRIPTION = 200;

    private final McpSetup setup;
    private final ApprovedTools approved;
    private final List<ServerSupervisor> supervisors = new ArrayList<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile List<Tool<?>> tools = List.of();

    private McpServers(List<McpServer> servers, McpSetup setup) {
        this.setup = setup;
        this.approved = new ApprovedTools(setup.data());
        for (McpServer it : servers) {
            supervisors.add(new ServerSupervisor(it, setup, this::changed));
        }
    }

    /// Begins to connect to servers.
    ///
    /// @return closing it ends all of them
    public static McpServers open(List<McpServer> servers, McpSetup setup) {
        var all = new McpServers(servers, setup);
        all.supervisors.forEach(ServerSupervisor::start);
        return all;
    }

    @Override
    public String name() {
        return "MCP servers";
    }

    @Override
    public List<Tool<?>> tools() {
        return tools;
    }

    private void changed() {
        synchronized (this) {
            tools = named();
        }
        listeners.forEach(Runnable::run);
    }

    private List<Tool<?>> named() {
        var naming =
                new ToolNaming(
                        setup.dialect(),
                        BuiltinTools.all(InstantSource.system(), new JsonText()).stream()
                                .map(it -> it.spec().id())
                                .toList());
        List<Tool<?>> all = new ArrayList<>();
        for (ServerSupervisor supervisor : supervisors) {
            for (ListedTool it : supervisor.tools()) {
                String id = naming.id(supervisor.name(), it.name());
                Optional<String> objection = naming.take(id);
                if (objection.isPresent()) {
                    supervisor.tell(
                            "The tool %s of the MCP server %s is left out: %s."
                                    .formatted(it.name(), supervisor.name(), objection.get()));
                    continue;
                }
                all.add(
                        new McpTool(
                                supervisor, it, approved, id, description(naming, supervisor, it)));
            }
        }
        return List.copyOf(all);
    }

    private String description(ToolNaming naming, ServerSupervisor supervisor, ListedTool tool) {
        String text = tool.description().isBlank() ? tool.title().orElse("") : tool.description();
        String shown =
                setup.trusted().contains(supervisor.name())
                        ? text
                        : TerminalText.cut(TerminalText.read(text), UNTRUSTED_DESCRIPTION);
        return naming.description(supervisor.name(), shown);
    }

    @Override
    public Subscription onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void awaitTools(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (ServerSupervisor it : supervisors) {
            it.awaitFirst(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        }
    }

    /// How it stands with each server, by its name.
    public Map<String, ServerState> states() {
        Map<String, ServerState> states = new LinkedHashMap<>();
        supervisors.forEach(it -> states.put(it.name(), it.state()));
        return states;
    }

    /// Connects to a server again, now. Its tools stay listed meanwhile.
    ///
    /// @return whether there is such a server
    public boolean reconnect(String name) {
        List<ServerSupervisor> named =
                supervisors.stream().filter(it -> it.name().equals(name)).toList();
        named.forEach(ServerSupervisor::reconnect);
        return !named.isEmpty();
    }

    /// Resources and prompts of the servers.
    public ServerContents contents() {
        return new ServerContents(List.copyOf(supervisors), setup.connectTimeout());
    }

    @Override
    public void close() {
        List<Thread> closing = new ArrayList<>();
        for (ServerSupervisor it : supervisors) {
            closing.add(Thread.ofVirtual().start(it::close));
        }
        for (Thread it : closing) {
            try {
                it.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
