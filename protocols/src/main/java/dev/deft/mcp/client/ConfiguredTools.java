package dev.deft.mcp.client;

import dev.deft.agent.config.ConfiguredServers;
import dev.deft.agent.config.McpServer;
import dev.deft.engine.source.OpenTools;
import dev.deft.engine.source.OpenableTools;
import dev.deft.engine.source.WorkspaceTools;
import dev.deft.mcp.oauth.OAuthSignIn;
import dev.deft.mcp.oauth.SignInOpener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The tools of the MCP servers that the configuration of a workspace names.
///
/// ```java
/// Engine engine = Engine.builder().workspaceTools(new ConfiguredTools()).build();
/// ```
///
/// Nobody is there to sign in while a session opens: a server that wants it is broken until the
/// user ran `deft mcp login`.
public final class ConfiguredTools implements WorkspaceTools {

    /// Reads no more than the files, and loads no class of the client where they name no server.
    @Override
    public Optional<OpenableTools> of(Place place) throws IOException {
        ConfiguredServers all =
                ConfiguredServers.read(
                        place.root(),
                        place.environment(),
                        place.dialect(),
                        place.trust());
        all.warnings().forEach(place.notices());
        List<McpServer> used = all.used();
        return used.isEmpty()
                ? Optional.empty()
                : Optional.of(new Servers(used, all.trusted(), place));
    }

    /// The servers of a session. Two are equal if they lead to the same tools.
    private static final class Servers implements OpenableTools {

        private final List<McpServer> servers;
        private final Set<String> trusted;
        private final Place place;

        Servers(List<McpServer> servers, Set<String> trusted, Place place) {
            this.servers = servers;
            this.trusted = trusted;
            this.place = place;
        }

        @Override
        public OpenTools open() {
            var signIn = new OAuthSignIn(place.environment());
            Path root = place.root();
            return McpServers.open(
                    servers,
                    McpSetup.of(root, place.environment())
                            .inDialect(place.dialect())
                            .telling(place.notices())
                            .vouchedFor(trusted)
                            .authorizing(it -> signIn.authorization(it, SignInOpener.NOBODY)));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Servers that
                    && servers.equals(that.servers)
                    && trusted.equals(that.trusted)
                    && place.root().equals(that.place.root())
                    && place.dialect().equals(that.place.dialect());
        }

        @Override
        public int hashCode() {
            return Objects.hash(servers, trusted, place.root(), place.dialect());
        }
    }
}
