package dev.deft.agent.config;

import dev.deft.agent.config.ConfigFile.Form;
import dev.deft.agent.config.ConfigFile.Owner;
import dev.deft.codec.LocatedJson;
import dev.deft.codec.LocatedJson.Field;
import dev.deft.codec.LocatedJson.Position;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// All MCP servers that the files name, whether they are used or not.
///
/// @param entries lowest precedence first
public record ConfiguredServers(List<Entry> entries) {

    /// The server of seed 000 that has the instance tools, which Deft has built in.
    public static final String GUEST = "aegis-mcp-guest";

    private static final ConfiguredServers NONE = new ConfiguredServers(List.of());

    public ConfiguredServers {
        entries = List.copyOf(entries);
    }

    /// What becomes of an entry.
    public enum State {
        /// It is started when it is needed.
        USED,
        /// The file says not to.
        DISABLED,
        /// The file is not trusted.
        UNTRUSTED,
        /// A later file has a server with this name.
        REPLACED,
        /// Deft has its tools without it.
        BUILT_IN,
        /// Its name belongs to a built-in server.
        RESERVED
    }

    /// One entry of a file.
    ///
    /// @param file its name: relative to the workspace, or absolute
    /// @param ofUser whether it is the user's own file
    /// @param trusted whether models read its descriptions in full
    /// @param why it is not used, as the rest of a sentence; empty if it is
    public record Entry(
            McpServer server,
            String file,
            int line,
            boolean ofUser,
            boolean trusted,
            State state,
            String why) {

        public String name() {
            return server.name();
        }

        private Entry with(State other, String reason) {
            return new Entry(server, file, line, ofUser, trusted, other, reason);
        }
    }

    /// The servers that are used, by increasing precedence.
    public List<McpServer> used() {
        return entries.stream().filter(it -> it.state() == State.USED).map(Entry::server).toList();
    }

    /// The names of servers that the user vouches for in the own file.
    public Set<String> trusted() {
        return entries.stream()
                .filter(it -> it.state() == State.USED && it.trusted())
                .map(Entry::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// The entries whose names the user must change, a sentence each.
    public List<String> warnings() {
        return entries.stream()
                .filter(it -> it.state() == State.RESERVED)
                .map(it ->
                        "%s, line %d: the MCP server %s is not used, since %s"
                                .formatted(it.file(), it.line(), it.name(), it.why()))
                .toList();
    }

    /// Reads the entries, and no file that has none. Ignores mistakes elsewhere in the files.
    ///
    /// @param root the workspace
    /// @throws ConfigException when an entry is invalid
    public static ConfiguredServers read(
            Path root,
            Map<String, String> environment,
            String dialect,
            HookSettings.TrustReader trust)
            throws IOException {
        var reader = new Reader(root, dialect, trust);
        Path user = UserDirectories.from(environment).config();
        reader.agent(user.resolve(Configuration.AGENT), user.resolve(Configuration.AGENT), true);
        for (String name : Configuration.ofAgent(dialect)) {
            Path file = root.resolve(name);
            if (Files.exists(file) && Configuration.isInside(root, file)) {
                reader.agent(file, Path.of(name), false);
            }
        }
        if (dialect.equals(Defaults.PEGASUS)) {
            reader.yaml(user.resolve(Configuration.YML), user.resolve(Configuration.YML), true);
            Path file = root.resolve(Configuration.YML);
            if (Files.exists(file) && Configuration.isInside(root, file)) {
                reader.yaml(file, Path.of(Configuration.YML), false);
            }
        }
        return reader.found.isEmpty() ? NONE : new ConfiguredServers(reader.found);
    }

    private static final class Reader {

        private final Path root;
        private final String dialect;
        private final HookSettings.TrustReader trust;
        private final List<Entry> found = new ArrayList<>();

        Reader(Path root, String dialect, HookSettings.TrustReader trust) {
            this.root = root;
            this.dialect = dialect;
            this.trust = trust;
        }

        void agent(Path path, Path name, boolean ofUser) throws IOException {
            if (!Files.exists(path)) {
                return;
            }
            Owner owner = ofUser ? Owner.USER : Owner.WORKSPACE;
            for (String key : List.of(ConfigKeys.MCP, ConfigKeys.MCP_SERVERS)) {
                Optional<ConfigFile> file =
                        ConfigFile.readIfNames(key, path, name.toString(), owner);
                Optional<Field> all =
                        file.isPresent() ? SchemaCheck.check(file.get(), key) : Optional.empty();
                if (all.isEmpty()) {
                    continue;
                }
                for (Map.Entry<String, Field> it : all.get().value().fields().entrySet()) {
                    add(
                            file.get(),
                            it.getValue().position(),
                            it.getKey(),
                            (Json.Obj) it.getValue().value().value());
                }
                return;
            }
        }

        void yaml(Path path, Path name, boolean ofUser) throws IOException {
            Optional<ConfigFile> file =
                    ConfigFile.read(
                            path,
                            name.toString(),
                            ofUser ? Owner.USER : Owner.WORKSPACE,
                            Form.CONFIG_YML);
            if (file.isEmpty()) {
                return;
            }
            Layers.refuseBing(file.get());
            Optional<Field> tools = SchemaCheck.check(file.get(), "tools");
            Optional<Field> servers =
                    tools.map(it -> it.value().fields().get(ConfigKeys.MCP_SERVERS));
            if (servers.isEmpty()) {
                return;
            }
            for (LocatedJson it : servers.get().value().items()) {
                var entry = (Json.Obj) it.value();
                add(file.get(), it.position(), entry.text("name").orElseThrow(), entry);
            }
        }

        private void add(ConfigFile file, Position at, String name, Json.Obj json)
                throws IOException {
            ServerEntry read = ServerEntry.of(name, json);
            boolean ofUser = file.owner() == Owner.USER;
            var entry =
                    new Entry(
                            read.server(),
                            file.name(),
                            at.line(),
                            ofUser,
                            ofUser && read.trusted(),
                            State.USED,
                            "");
            Optional<String> objection = ofUser ? Optional.empty() : objection(file, entry);
            if (objection.isPresent()) {
                found.add(entry.with(State.UNTRUSTED, objection.get()));
                return;
            }
            found.replaceAll(it ->
                    it.name().equals(name) && it.state() != State.UNTRUSTED
                            ? it.with(State.REPLACED, file.name() + " has one with this name")
                            : it);
            found.add(judged(entry, read.enabled()));
        }

        /// A file of the workspace that is started, or read by what is started, must be as it was
        /// trusted too.
        private Optional<String> objection(ConfigFile file, Entry entry) throws IOException {
            Trust trusted = trust.read();
            Optional<String> objection = trusted.objection(file.name(), file.bytes());
            if (objection.isPresent() || !(entry.server() instanceof McpServer.Program program)) {
                return objection;
            }
            for (Path it : files(program)) {
                Optional<String> changed = trusted.objection(root, it);
                if (changed.isPresent()) {
                    return changed;
                }
            }
            return Optional.empty();
        }

        private List<Path> files(McpServer.Program program) {
            List<Path> found = new ArrayList<>();
            List<String> words = new ArrayList<>(List.of(program.command()));
            words.addAll(program.arguments());
            for (String word : words) {
                try {
                    Path file = root.resolve(word).normalize();
                    if (file.startsWith(root) && Files.isRegularFile(file)) {
                        found.add(file);
                    }
                } catch (InvalidPathException _) {
                    // It names no file.
                }
            }
            return found;
        }

        private Entry judged(Entry entry, boolean enabled) {
            if (isBuiltIn(entry.server(), dialect)) {
                return isGuest(entry.server())
                        ? entry.with(State.BUILT_IN, "its tools are built in")
                        : entry.with(
                                State.RESERVED,
                                "the name aegis belongs to the built-in instance tools; give it"
                                        + " another one");
            }
            return enabled ? entry : entry.with(State.DISABLED, "it is not enabled");
        }
    }

    /// Whether Deft has a server without an entry, and no entry replaces it.
    static boolean isBuiltIn(McpServer server, String dialect) {
        return isGuest(server)
                || (dialect.equals(Defaults.AEGIS) && server.name().equals(Defaults.AEGIS));
    }

    /// Whether a server is the one with the instance tools.
    public static boolean isGuest(McpServer server) {
        return server instanceof McpServer.Program program
                && (program.command().equals(GUEST) || program.command().endsWith("/" + GUEST));
    }
}
