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
    private final List<ServerKeeper> keepers = new ArrayList<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile List<Tool<?>> tools = List.of();

    private McpServers(List<McpServer> servers, McpSetup setup) {
        this.setup = setup;
        this.approved = new ApprovedTools(setup.data());
        for (McpServer it : servers) {
            keepers.add(new ServerKeeper(it, setup, this::changed));
        }
    }

    /// Begins to connect to servers.
    ///
    /// @return closing it ends all of them
    public static McpServers open(List<McpServer> servers, McpSetup setup) {
        var all = new McpServers(servers, setup);
        all.keepers.forEach(ServerKeeper::start);
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
        for (ServerKeeper keeper : keepers) {
            for (ListedTool it : keeper.tools()) {
                String id = naming.id(keeper.name(), it.name());
                Optional<String> objection = naming.take(id);
                if (objection.isPresent()) {
                    keeper.tell(
                            "The tool %s of the MCP server %s is left out: %s."
                                    .formatted(it.name(), keeper.name(), objection.get()));
                    continue;
                }
                all.add(new McpTool(keeper, it, approved, id, description(naming, keeper, it)));
            }
        }
        return List.copyOf(all);
    }

    private String description(ToolNaming naming, ServerKeeper keeper, ListedTool tool) {
        String text = tool.description().isBlank() ? tool.title().orElse("") : tool.description();
        String shown =
                setup.trusted().contains(keeper.name())
                        ? text
                        : TerminalText.cut(TerminalText.read(text), UNTRUSTED_DESCRIPTION);
        return naming.description(keeper.name(), shown);
    }

    @Override
    public Subscription onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void awaitTools(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (ServerKeeper it : keepers) {
            it.awaitFirst(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        }
    }

    /// How it stands with each server, by its name.
    public Map<String, ServerState> states() {
        Map<String, ServerState> states = new LinkedHashMap<>();
        keepers.forEach(it -> states.put(it.name(), it.state()));
        return states;
    }

    /// Connects to a server again, now. Its tools stay listed meanwhile.
    ///
    /// @return whether there is such a server
    public boolean reconnect(String name) {
        List<ServerKeeper> named =
                keepers.stream().filter(it -> it.name().equals(name)).toList();
        named.forEach(ServerKeeper::reconnect);
        return !named.isEmpty();
    }

    /// Resources and prompts of the servers.
    public ServerContents contents() {
        return new ServerContents(List.copyOf(keepers), setup.connectTimeout());
    }

    @Override
    public void close() {
        List<Thread> closing = new ArrayList<>();
        for (ServerKeeper it : keepers) {
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
