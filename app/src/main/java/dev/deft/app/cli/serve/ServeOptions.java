package dev.deft.app.cli.serve;

import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.server.listener.AddressRange;
import dev.deft.server.listener.ListenerLimits;
import dev.deft.server.listener.ListenerSettings;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The options of `deft serve` about the server itself.
///
/// @param host where to listen
/// @param port 0 for a free one
/// @param workspaces at least one
/// @param store its address; empty for files
/// @param server its name among those that share a store
/// @param certificate for TLS of its own
/// @param proxies the reverse proxies whose headers are believed
/// @param publicUrl under which people reach it
record ServeOptions(
        InetAddress host,
        int port,
        List<ServedWorkspace> workspaces,
        Optional<String> store,
        String server,
        Optional<ListenerSettings.TlsFiles> certificate,
        List<AddressRange> proxies,
        Optional<URI> publicUrl) {

    static final CommandOption HOST =
            CommandOption.taking("--host", "ADDRESS", "where to listen (default: 127.0.0.1)");
    static final CommandOption PORT =
            CommandOption.taking("--port", "PORT", "the port (default: 7333); 0 for a free one");
    static final CommandOption WORKSPACE =
            CommandOption.often(
                    "--workspace",
                    "NAME=DIR",
                    "a workspace and its name in addresses (default: the root, named after its directory)");
    static final CommandOption STORE =
            CommandOption.taking(
                    "--store",
                    "ADDRESS",
                    "where sessions and tokens are stored, such as postgresql://USER@HOST/DATABASE (default: files)");
    static final CommandOption SERVER =
            CommandOption.taking(
                    "--server",
                    "NAME",
                    "the name of this server among those with the same store (default: the host name)");
    static final CommandOption TLS_CERT =
            CommandOption.taking("--tls-cert", "FILE", "serve HTTPS with this certificate (PEM)");
    static final CommandOption TLS_KEY =
            CommandOption.taking("--tls-key", "FILE", "the key of the certificate (PEM)");
    static final CommandOption PROXY =
            CommandOption.often(
                    "--proxy", "ADDRESS", "a reverse proxy whose X-Forwarded headers are believed");
    static final CommandOption PUBLIC_URL =
            CommandOption.taking(
                    "--public-url",
                    "URL",
                    "where people reach it, such as https://deft.example.com");
    static final CommandOption OPEN = CommandOption.flag("--open", "open the console in $BROWSER");
    static final CommandOption QUIET = CommandOption.flag("--quiet", "print nothing but errors");

    static final List<CommandOption> LISTENING =
            List.of(HOST, PORT, TLS_CERT, TLS_KEY, PROXY, PUBLIC_URL);
    static final List<CommandOption> SERVED = List.of(WORKSPACE, STORE, SERVER);
    static final List<CommandOption> OUTPUT = List.of(OPEN, QUIET, Options.JSON);

    private static final int USUAL_PORT = 7333;
    private static final int MAX_PORT = 65_535;

    ServeOptions {
        workspaces = List.copyOf(workspaces);
        proxies = List.copyOf(proxies);
    }

    static ServeOptions read(ParsedArguments arguments, Console console) throws UsageException {
        return new ServeOptions(
                address(HOST, arguments.value(HOST.name()).orElse("127.0.0.1")),
                port(arguments),
                workspaces(arguments, console),
                arguments.value(STORE.name()),
                arguments.value(SERVER.name()).orElseGet(() -> hostName(console.environment())),
                certificate(arguments, console),
                proxies(arguments),
                publicUrl(arguments));
    }

    private static int port(ParsedArguments arguments) throws UsageException {
        Optional<String> given = arguments.value(PORT.name());
        if (given.isEmpty()) {
            return USUAL_PORT;
        }
        if (!given.get().matches("[0-9]{1,5}") || Integer.parseInt(given.get()) > MAX_PORT) {
            throw new UsageException("--port is a number from 0 to %d".formatted(MAX_PORT));
        }
        return Integer.parseInt(given.get());
    }

    private static InetAddress address(CommandOption option, String text) throws UsageException {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException _) {
            throw new UsageException(
                    "%s: there is no address \"%s\"; write one such as 127.0.0.1"
                            .formatted(option.name(), text));
        }
    }

    private static List<AddressRange> proxies(ParsedArguments arguments) throws UsageException {
        List<AddressRange> all = new ArrayList<>();
        for (String it : arguments.all(PROXY.name())) {
            try {
                all.add(AddressRange.parse(it));
            } catch (IllegalArgumentException _) {
                throw new UsageException(
                        "--proxy is an address or a range, such as 10.0.0.5 or 10.0.0.0/8, not \"%s\""
                                .formatted(it));
            }
        }
        return all;
    }

    private static List<ServedWorkspace> workspaces(ParsedArguments arguments, Console console)
            throws UsageException {
        List<String> given = arguments.all(WORKSPACE.name());
        if (given.isEmpty()) {
            Path root = Options.root(arguments, console);
            return List.of(new ServedWorkspace(named(root), root));
        }
        Map<String, ServedWorkspace> all = new LinkedHashMap<>();
        for (String it : given) {
            int equals = it.indexOf('=');
            if (equals < 1) {
                throw new UsageException(
                        "--workspace is NAME=DIR, such as shop=/srv/shop, not \"%s\""
                                .formatted(it));
            }
            ServedWorkspace workspace =
                    workspace(it.substring(0, equals), it.substring(equals + 1), console);
            if (all.put(workspace.id(), workspace) != null) {
                throw new UsageException(
                        "--workspace: there are two of the name " + workspace.id());
            }
            if (all.values().stream().filter(other -> other.root().equals(workspace.root())).count()
                    > 1) {
                throw new UsageException(
                        "--workspace: %s has two names".formatted(workspace.root()));
            }
        }
        return List.copyOf(all.values());
    }

    private static ServedWorkspace workspace(String name, String directory, Console console)
            throws UsageException {
        try {
            Path root = console.directory().resolve(directory).toRealPath();
            if (Files.isDirectory(root)) {
                return new ServedWorkspace(name, root);
            }
        } catch (IOException | InvalidPathException _) {
            throw new UsageException(
                    "--workspace %s: there is no directory %s".formatted(name, directory));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--workspace: " + e.getMessage());
        }
        throw new UsageException(
                "--workspace %s: %s is not a directory".formatted(name, directory));
    }

    /// A name from a directory, with other characters replaced.
    private static String named(Path root) {
        Path last = root.getFileName();
        String name = last == null ? "" : last.toString().replaceAll("[^A-Za-z0-9._-]", "-");
        String plain = name.replaceFirst("^[^A-Za-z0-9]+", "");
        return plain.isEmpty() ? "workspace" : plain.substring(0, Math.min(plain.length(), 64));
    }

    private static Optional<ListenerSettings.TlsFiles> certificate(
            ParsedArguments arguments, Console console) throws UsageException {
        Optional<String> certificate = arguments.value(TLS_CERT.name());
        Optional<String> key = arguments.value(TLS_KEY.name());
        if (certificate.isPresent() != key.isPresent()) {
            throw new UsageException("--tls-cert and --tls-key belong together");
        }
        if (certificate.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new ListenerSettings.TlsFiles(
                        file(TLS_CERT, certificate.get(), console),
                        file(TLS_KEY, key.orElseThrow(), console)));
    }

    private static Path file(CommandOption option, String name, Console console)
            throws UsageException {
        try {
            Path file = console.directory().resolve(name);
            if (Files.isReadable(file) && Files.isRegularFile(file)) {
                return file;
            }
        } catch (InvalidPathException _) {
            // Told below.
        }
        throw new UsageException("%s: there is no file %s".formatted(option.name(), name));
    }

    private static Optional<URI> publicUrl(ParsedArguments arguments) throws UsageException {
        Optional<String> given = arguments.value(PUBLIC_URL.name());
        if (given.isEmpty()) {
            return Optional.empty();
        }
        try {
            URI url = new URI(given.get());
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            boolean plain =
                    url.getRawQuery() == null
                            && url.getRawFragment() == null
                            && List.of("", "/").contains(url.getRawPath());
            if (http && plain && url.getHost() != null) {
                return Optional.of(url);
            }
        } catch (URISyntaxException _) {
            // Told below.
        }
        throw new UsageException(
                "--public-url is an address without a path, such as https://deft.example.com");
    }

    private static String hostName(Map<String, String> environment) {
        String given = environment.getOrDefault("HOSTNAME", "");
        if (!given.isBlank()) {
            return given;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "deft";
        }
    }

    /// Where to listen. The public address is one of its names, and pages of it may use the API.
    ListenerSettings listener() {
        return new ListenerSettings(
                new InetSocketAddress(host, port),
                certificate,
                publicUrl.map(it -> Set.of(it.getHost())).orElse(Set.of()),
                proxies,
                publicUrl.map(it -> Set.of(origin(it))).orElse(Set.of()),
                ListenerLimits.usual());
    }

    private static String origin(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority();
    }

    /// Where people reach it.
    ///
    /// @param port on which it listens
    String address(int port) {
        if (publicUrl.isPresent()) {
            return origin(publicUrl.get());
        }
        String name =
                host.isAnyLocalAddress()
                        ? server
                        : host instanceof Inet6Address
                                ? "[" + host.getHostAddress() + "]"
                                : host.getHostAddress();
        return "%s://%s:%d".formatted(certificate.isPresent() ? "https" : "http", name, port);
    }
}
