package dev.deft.mcp.client;

import dev.deft.agent.config.ConfigException;
import dev.deft.agent.config.McpServer;
import dev.deft.agent.config.References;
import dev.deft.engine.network.UserRoutes;
import dev.deft.host.HttpUrl;
import dev.deft.mcp.client.session.ChannelFactory;
import dev.deft.mcp.client.transport.HttpChannel;
import dev.deft.mcp.client.transport.HttpLine;
import dev.deft.mcp.client.transport.McpChannel;
import dev.deft.mcp.client.transport.SseChannel;
import dev.deft.mcp.client.transport.StdioChannel;
import dev.deft.mcp.oauth.RequestAuthorization;
import dev.deft.process.launch.CommandEnvironment;
import dev.deft.rpc.RpcHandler;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// Opens channels as the configuration of a server says.
record ServerChannels(McpServer server, McpSetup setup, RequestAuthorization authorization)
        implements ChannelFactory {

    /// Where programs find further certificate authorities; without them a server behind a
    /// company's proxy reaches nothing.
    private static final List<String> CERTIFICATES =
            List.of(
                    "NODE_EXTRA_CA_CERTS",
                    "SSL_CERT_FILE",
                    "SSL_CERT_DIR",
                    "REQUESTS_CA_BUNDLE",
                    "CURL_CA_BUNDLE");

    /// How long the first requests wait for the stream of what a server says by itself. Some
    /// servers open it with their first message only, and all of this time is lost there.
    private static final Duration LISTEN_TIMEOUT = Duration.ofMillis(300);

    @Override
    public McpChannel open(RpcHandler always) throws IOException {
        return switch (server) {
            case McpServer.Program program -> start(program, always);
            case McpServer.Remote remote -> new HttpChannel(line(remote), LISTEN_TIMEOUT, always);
        };
    }

    @Override
    public Optional<McpChannel> openOlder(RpcHandler always)
            throws IOException, InterruptedException {
        return switch (server) {
            case McpServer.Program _ -> Optional.empty();
            case McpServer.Remote remote -> Optional.of(SseChannel.open(line(remote), always));
        };
    }

    @Override
    public boolean isHttp() {
        return server instanceof McpServer.Remote;
    }

    private McpChannel start(McpServer.Program program, RpcHandler always) throws IOException {
        List<String> command = new ArrayList<>();
        Map<String, String> variables = environment(program);
        Path directory =
                program.directory().map(it -> setup.root().resolve(it)).orElse(setup.root());
        command.add(resolved(program.command(), directory, variables));
        command.addAll(program.arguments());
        return StdioChannel.start(
                command, directory, variables, setup.errorLog(program.name()), always);
    }

    /// A part of our environment, without secrets, and what the server has of its own.
    private Map<String, String> environment(McpServer.Program program) throws ConfigException {
        Map<String, String> all =
                new LinkedHashMap<>(
                        new CommandEnvironment(setup.environment(), CERTIFICATES).base());
        all.putAll(filled("env", program.environment()));
        return all;
    }

    /// The program by the search path of the server, since ours may be another one.
    private static String resolved(String command, Path directory, Map<String, String> variables)
            throws IOException {
        if (command.contains("/")) {
            return directory.resolve(command).toString();
        }
        for (String place : variables.getOrDefault("PATH", "").split(":", -1)) {
            Path candidate = Path.of(place.isEmpty() ? "/nowhere" : place, command);
            if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
                return candidate.toString();
            }
        }
        throw new IOException("There is no program %s on the search path.".formatted(command));
    }

    private Map<String, String> filled(String what, Map<String, String> values)
            throws ConfigException {
        Map<String, String> all = new LinkedHashMap<>();
        for (Map.Entry<String, String> it : values.entrySet()) {
            all.put(
                    it.getKey(),
                    References.fill(
                            "mcp.%s.%s.%s".formatted(server.name(), what, it.getKey()),
                            it.getValue(),
                            setup.environment()));
        }
        return all;
    }

    private HttpLine line(McpServer.Remote remote) throws IOException {
        URI address = address(remote.url());
        var routes = new UserRoutes(setup.environment());
        HttpUrl url = HttpUrl.parse(address.toString());
        Optional<HttpLine.HttpProxy> proxy =
                routes.proxy(url)
                        .map(it -> new HttpLine.HttpProxy(it.host(), it.port(), it.credentials()));
        Optional<SSLContext> tls =
                address.getScheme().equals("https") ? Optional.of(routes.tls()) : Optional.empty();
        return new HttpLine(
                new HttpLine.Route(
                        address,
                        filled("headers", remote.headers()),
                        proxy,
                        tls,
                        setup.connectTimeout()),
                authorization);
    }

    private URI address(String url) throws IOException {
        try {
            URI address = URI.create(References.fill("mcp.url", url, setup.environment()));
            if (List.of("http", "https").contains(String.valueOf(address.getScheme()))
                    && address.getHost() != null) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("The address of the server is no URL: " + e.getMessage(), e);
        }
        throw new IOException("The address of the server must begin with http:// or https://.");
    }
}
