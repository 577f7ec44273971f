package dev.deft.mcp.client;

import dev.deft.agent.config.ConfiguredServers;
import dev.deft.agent.config.McpServer;
import dev.deft.dialect.Dialects;
import dev.deft.engine.source.OpenTools;
import dev.deft.engine.source.OpenableTools;
import dev.deft.engine.source.WorkspaceTools;
import dev.deft.mcp.oauth.OAuthSignIn;
import dev.deft.mcp.oauth.SignInOpener;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/// The tools of the MCP servers that the configuration of a workspace names.
///
/// ```java
/// Engine engine = Engine.builder().workspaceTools(new ConfiguredTools()).build();
/// ```
///
/// Nobody is there to sign in while a session opens: a server that wants it is broken until the
/// user ran `deft mcp login`.
public final class ConfiguredTools implements WorkspaceTools {

    /// Only this dialect names tools in another way.
    private static final String PEGASUS = "pegasus";

    private final AtomicReference<Optional<McpServers>> latest =
            new AtomicReference<>(Optional.empty());
    private final boolean atOnce;

    /// Connects when somebody needs the tools: with the first run, or the first call of a tool that
    /// is not known yet.
    public ConfiguredTools() {
        this(false);
    }

    private ConfiguredTools(boolean atOnce) {
        this.atOnce = atOnce;
    }

    /// {@return one that connects when a session opens, for sessions that are sure to need the
    /// tools}
    public static ConfiguredTools atOnce() {
        return new ConfiguredTools(true);
    }

    /// The servers that were opened last, for those who show them; empty if there are none.
    public Optional<McpServers> servers() {
        return latest.get();
    }

    /// Reads no more than the files, and loads no class of the client where they name no server.
    @Override
    public Optional<OpenableTools> of(Place place) throws IOException {
        ConfiguredServers all =
                ConfiguredServers.read(
                        place.root(), place.environment(), place.dialect(), place.trust());
        all.warnings().forEach(place.notices());
        List<McpServer> used = all.used();
        return used.isEmpty()
                ? Optional.empty()
                : Optional.of(new Servers(used, all.trusted(), place, this));
    }

    /// The servers of a session. Two are equal if they lead to the same tools.
    private static final class Servers implements OpenableTools {

        private final List<McpServer> servers;
        private final Set<String> trusted;
        private final Place place;
        private final String names;
        private final ConfiguredTools owner;

        Servers(List<McpServer> servers, Set<String> trusted, Place place, ConfiguredTools owner) {
            this.servers = servers;
            this.trusted = trusted;
            this.place = place;
            this.names = place.dialect().equals(PEGASUS) ? PEGASUS : Dialects.DEFAULT;
            this.owner = owner;
        }

        @Override
        public OpenTools open() {
            return owner.atOnce ? connected() : new LazyServers(this::connected);
        }

        private McpServers connected() {
            var signIn = new OAuthSignIn(place.environment());
            McpServers opened =
                    McpServers.open(
                            servers,
                            McpSetup.of(place.root(), place.environment())
                                    .inDialect(names)
                                    .telling(place.notices())
                                    .vouchedFor(trusted)
                                    .authorizing(
                                            it -> signIn.authorization(it, SignInOpener.NOBODY)));
            owner.latest.set(Optional.of(opened));
            return opened;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Servers that
                    && servers.equals(that.servers)
                    && trusted.equals(that.trusted)
                    && place.root().equals(that.place.root())
                    && names.equals(that.names);
        }

        @Override
        public int hashCode() {
            return Objects.hash(servers, trusted, place.root(), names);
        }
    }
}
