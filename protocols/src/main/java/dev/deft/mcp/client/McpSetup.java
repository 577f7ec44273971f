package dev.deft.mcp.client;

import dev.deft.agent.config.McpServer;
import dev.deft.agent.config.UserDirectories;
import dev.deft.mcp.Revision;
import dev.deft.mcp.client.session.ClientProfile;
import dev.deft.mcp.oauth.RequestAuthorization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// How servers are connected and shown.
///
/// @param root the workspace, where programs start
/// @param directories that servers are told about: the workspace and further ones
/// @param environment of Deft; programs get a part of it
/// @param dialect whose names the tools get
/// @param notices receives sentences for the user
/// @param authorization signs requests to a remote server
/// @param assumed the revision to speak without asking
/// @param connectTimeout until a server has introduced itself
/// @param profile what servers learn about the client
/// @param trusted names of servers whose descriptions are shown in full
public record McpSetup(
        Path root,
        List<Path> directories,
        Map<String, String> environment,
        String dialect,
        Consumer<String> notices,
        Function<McpServer.Remote, RequestAuthorization> authorization,
        Optional<Revision> assumed,
        Duration connectTimeout,
        ClientProfile profile,
        Set<String> trusted) {

    /// The version that servers learn.
    private static final String VERSION = "0.1.0";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    public McpSetup {
        directories = List.copyOf(directories);
        environment = Map.copyOf(environment);
        trusted = Set.copyOf(trusted);
    }

    /// The usual setup for a workspace.
    public static McpSetup of(Path root, Map<String, String> environment) {
        return new McpSetup(
                root,
                List.of(root),
                environment,
                "locked",
                _ -> {},
                _ -> RequestAuthorization.NONE,
                Optional.empty(),
                CONNECT_TIMEOUT,
                ClientProfile.deft(VERSION),
                Set.of());
    }

    /// The same in another dialect.
    public McpSetup inDialect(String other) {
        return new McpSetup(
                root,
                directories,
                environment,
                other,
                notices,
                authorization,
                assumed,
                connectTimeout,
                profile,
                trusted);
    }

    /// The same with another receiver of notices.
    public McpSetup telling(Consumer<String> other) {
        return new McpSetup(
                root,
                directories,
                environment,
                dialect,
                other,
                authorization,
                assumed,
                connectTimeout,
                profile,
                trusted);
    }

    /// The same with a way to sign requests to remote servers.
    public McpSetup authorizing(Function<McpServer.Remote, RequestAuthorization> other) {
        return new McpSetup(
                root,
                directories,
                environment,
                dialect,
                notices,
                other,
                assumed,
                connectTimeout,
                profile,
                trusted);
    }

    /// The same with a revision that is spoken without asking.
    public McpSetup assuming(Revision revision) {
        return new McpSetup(
                root,
                directories,
                environment,
                dialect,
                notices,
                authorization,
                Optional.of(revision),
                connectTimeout,
                profile,
                trusted);
    }

    /// The same with another time until a server must have introduced itself.
    public McpSetup connectingWithin(Duration other) {
        return new McpSetup(
                root,
                directories,
                environment,
                dialect,
                notices,
                authorization,
                assumed,
                other,
                profile,
                trusted);
    }

    /// The same with further directories for servers to know.
    public McpSetup knowing(List<Path> other) {
        return new McpSetup(
                root,
                other,
                environment,
                dialect,
                notices,
                authorization,
                assumed,
                connectTimeout,
                profile,
                trusted);
    }

    /// The same with servers whose descriptions are shown in full.
    public McpSetup vouchedFor(Set<String> names) {
        return new McpSetup(
                root,
                directories,
                environment,
                dialect,
                notices,
                authorization,
                assumed,
                connectTimeout,
                profile,
                names);
    }

    /// Where Deft keeps what it knows about servers.
    Path data() {
        return UserDirectories.from(environment).data().resolve("mcp");
    }

    /// Where the errors of a program are kept.
    ///
    /// @param server its name
    public Path errorLog(String server) {
        return UserDirectories.from(environment)
                .cache()
                .resolve("mcp")
                .resolve(server.replaceAll("[^A-Za-z0-9_-]", "_") + ".log");
    }
}
