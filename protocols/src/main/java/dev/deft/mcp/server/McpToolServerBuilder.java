package dev.deft.mcp.server;

import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Session;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.feature.PromptProvider;
import dev.deft.mcp.server.feature.ResourceProvider;
import dev.deft.mcp.server.method.McpEndpoint;
import dev.deft.mcp.server.method.ServerDescription;
import dev.deft.mcp.server.method.SessionOpener;
import dev.deft.mcp.server.workspace.CommandPrompts;
import dev.deft.mcp.server.workspace.FileResources;
import dev.deft.mcp.server.workspace.SessionResources;
import dev.deft.mcp.server.workspace.SkillPrompts;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// Describes an MCP server. Everything is optional. Not thread-safe.
public final class McpToolServerBuilder {

    private final Workspace workspace;
    private final List<ResourceProvider> resources = new ArrayList<>();
    private final List<PromptProvider> prompts = new ArrayList<>();
    private final List<Path> directories = new ArrayList<>();
    private AgentSpec agent = McpToolServer.defaultAgent();
    private Optional<String> session = Optional.empty();
    private McpCallers callers = new McpCallers();
    private ServerDescription identity = new ServerDescription("deft", "0", Optional.empty());
    private Map<String, String> environment = System.getenv();
    private boolean onlyTools;
    private Approvers approvers = (_, client) -> client;

    McpToolServerBuilder(Workspace workspace) {
        this.workspace = workspace;
    }

    /// Sets the agent whose tools, names and rules clients get. The default one may read everything
    /// in the workspace, and asks before it changes or runs anything.
    public McpToolServerBuilder agent(AgentSpec spec) {
        agent = spec;
        return this;
    }

    /// Continues the session with this id, or starts it, for all clients. Without this, each client
    /// with a session of the protocol has its own.
    public McpToolServerBuilder session(String id) {
        session = Optional.of(id);
        return this;
    }

    /// Chooses who is asked about the calls of a session.
    @FunctionalInterface
    public interface Approvers {

        /// Chooses for one session.
        ///
        /// @param session its id, once it is open
        /// @param client asks the user of the client; not present if the client cannot
        Approver of(Supplier<String> session, Approver client);
    }

    /// Sets who is asked what the rules leave open, such as somebody else for clients that cannot
    /// ask their users. Without this, those are denied it.
    public McpToolServerBuilder approvers(Approvers which) {
        approvers = which;
        return this;
    }

    /// Grants directories outside the workspace.
    public McpToolServerBuilder directories(Path... more) {
        directories.addAll(List.of(more));
        return this;
    }

    /// Sets what clients are told about the server.
    ///
    /// @param instructions for the model; blank for none
    public McpToolServerBuilder identity(String name, String version, String instructions) {
        identity =
                new ServerDescription(
                        name, version, Optional.of(instructions).filter(it -> !it.isBlank()));
        return this;
    }

    /// Sets the object by which tools of the engine find their clients.
    public McpToolServerBuilder callers(McpCallers known) {
        callers = known;
        return this;
    }

    /// Adds resources.
    public McpToolServerBuilder resources(ResourceProvider more) {
        resources.add(more);
        return this;
    }

    /// Adds prompts. They come before slash commands and skills of the same name.
    public McpToolServerBuilder prompts(PromptProvider more) {
        prompts.add(more);
        return this;
    }

    /// Sets the environment that names the user's directories, instead of that of the process.
    public McpToolServerBuilder environment(Map<String, String> variables) {
        environment = Map.copyOf(variables);
        return this;
    }

    /// Offers neither files and sessions of the workspace, nor its slash commands and skills.
    public McpToolServerBuilder onlyTools() {
        onlyTools = true;
        return this;
    }

    /// {@return the server, to be closed by the caller before the workspace}
    public McpToolServer build() {
        if (!onlyTools) {
            resources.add(new FileResources(workspace));
            resources.add(new SessionResources(workspace));
            prompts.add(new CommandPrompts(workspace.root(), environment));
            prompts.add(new SkillPrompts(workspace.root(), environment, agent.toolset().dialect()));
        }
        String root = workspace.root().toString();
        return new McpToolServer(
                new McpEndpoint(
                        new McpEndpoint.Offer(
                                identity,
                                callers,
                                resources,
                                prompts,
                                Map.of("workspace", root, "directory", root)),
                        new Opener(workspace, agent, session, List.copyOf(directories), approvers),
                        InstantSource.system()));
    }

    /// Opens the sessions of clients.
    private record Opener(
            Workspace workspace,
            AgentSpec agent,
            Optional<String> id,
            List<Path> directories,
            Approvers approvers)
            implements SessionOpener {

        @Override
        public boolean usesDefaultDialect() {
            return agent.toolset().equals(AgentSpec.Toolset.ALL);
        }

        @Override
        public boolean isSingle() {
            return id.isPresent();
        }

        @Override
        public Session open(Approver approver, boolean defaultDialect) throws IOException {
            var opened = new AtomicReference<>("");
            SessionBuilder builder =
                    workspace.session().approver(approvers.of(opened::get, approver));
            builder.directories(directories.toArray(Path[]::new));
            Session session;
            if (!defaultDialect || usesDefaultDialect()) {
                id.ifPresent(builder::id);
                session = builder.agent(agent).open();
            } else {
                session =
                        builder.agent(
                                        agent.toolset(
                                                new AgentSpec.Toolset(
                                                        Optional.empty(),
                                                        Dialects.DEFAULT,
                                                        Optional.empty())))
                                .open();
            }
            opened.set(session.id());
            return session;
        }
    }
}
