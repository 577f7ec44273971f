package dev.deft.agent.config;

import dev.deft.agent.config.ConfigFile.Form;
import dev.deft.agent.config.ConfigFile.Owner;
import dev.deft.codec.LocatedJson;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.policy.UserFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An `agent.json` whose MCP servers are added and removed. Everything else in it stays as it is
/// written, and a reader sees the old or the new file.
public final class ServerSettingsFile {

    private final Path path;
    private final String name;
    private final Owner owner;

    private ServerSettingsFile(Path path, String name, Owner owner) {
        this.path = path;
        this.name = name;
        this.owner = owner;
    }

    /// The user's own file.
    public static ServerSettingsFile ofUser(Map<String, String> environment) {
        Path path = UserDirectories.from(environment).config().resolve(Configuration.AGENT);
        return new ServerSettingsFile(path, path.toString(), Owner.USER);
    }

    /// The file of a workspace.
    ///
    /// @throws ConfigException when it leads outside the workspace
    public static ServerSettingsFile ofWorkspace(Path root, String dialect) throws IOException {
        String name = Configuration.ofAgent(dialect).getLast();
        Path path = root.resolve(name);
        Path directory = path.getParent();
        boolean outside =
                Files.isSymbolicLink(path)
                        || (directory != null
                                && Files.exists(directory)
                                && !Configuration.isInside(root, directory));
        if (outside) {
            throw new ConfigException(
                    name + " is a link, so it is not changed; replace it with a regular file");
        }
        return new ServerSettingsFile(path, name, Owner.WORKSPACE);
    }

    /// The file for messages: relative to the workspace, or absolute.
    public String name() {
        return name;
    }

    /// Whether it has an entry for a server.
    public boolean has(String server) throws IOException {
        Optional<ConfigFile> file = read();
        return file.isPresent() && key(file.get(), server).isPresent();
    }

    /// Adds an entry, which must not exist yet.
    ///
    /// @throws ConfigException when the entry, or one that is there already, is invalid
    public void add(String server, Json.Obj entry) throws IOException {
        Optional<ConfigFile> file = read();
        String key = file.map(ServerSettingsFile::usedKey).orElse(ConfigKeys.MCP);
        if (file.isPresent()) {
            SchemaCheck.check(file.get(), key);
        }
        Json.Obj before = file.map(it -> (Json.Obj) it.content().value()).orElse(Json.Obj.EMPTY);
        Json.Obj group =
                before.find(key).orElse(Json.Obj.EMPTY) instanceof Json.Obj there
                        ? there
                        : Json.Obj.EMPTY;
        String text = file.map(ConfigFile::text).filter(it -> !it.isBlank()).orElse("{}\n");
        write(
                new SettingsText(text).with(key, server, entry),
                before.with(key, group.with(server, entry)),
                key);
    }

    /// Removes an entry.
    ///
    /// @return whether there was one
    public boolean remove(String server) throws IOException {
        Optional<ConfigFile> file = read();
        Optional<String> key = file.isPresent() ? key(file.get(), server) : Optional.empty();
        if (key.isEmpty()) {
            return false;
        }
        var before = (Json.Obj) file.get().content().value();
        var group = (Json.Obj) before.find(key.get()).orElseThrow();
        write(
                new SettingsText(file.get().text()).without(key.get(), server),
                before.with(key.get(), group.without(server)),
                key.get());
        return true;
    }

    private Optional<ConfigFile> read() throws IOException {
        return ConfigFile.read(path, name, owner, Form.AGENT_JSON);
    }

    /// The key that has an entry for a server.
    private static Optional<String> key(ConfigFile file, String server) {
        return Set.of(ConfigKeys.MCP, ConfigKeys.MCP_SERVERS).stream()
                .filter(it ->
                        file.content()
                                .find(it)
                                .flatMap(all -> all.value().find(server))
                                .isPresent())
                .findFirst();
    }

    /// The key that a file uses already.
    private static String usedKey(ConfigFile file) {
        boolean other =
                file.content().find(ConfigKeys.MCP).isEmpty()
                        && file.content().find(ConfigKeys.MCP_SERVERS).isPresent();
        return other ? ConfigKeys.MCP_SERVERS : ConfigKeys.MCP;
    }

    /// Writes only what reads back as it was meant.
    private void write(SettingsText changed, Json.Obj meant, String key) throws IOException {
        String text = changed.text();
        LocatedJson content;
        try {
            content = LocatedJson.parse(text);
        } catch (JsonSyntaxException e) {
            throw new IOException(name + " could not be changed; edit it by hand.", e);
        }
        if (!content.value().equals(meant)) {
            throw new IOException(name + " could not be changed; edit it by hand.");
        }
        SchemaCheck.check(new ConfigFile(name, owner, Form.AGENT_JSON, content, text), key);
        Optional<Set<PosixFilePermission>> mode =
                Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                        ? Optional.of(Files.getPosixFilePermissions(path))
                        : Optional.empty();
        Path target = Files.isSymbolicLink(path) ? path.toRealPath() : path;
        new UserFile(target).replace(text.getBytes(StandardCharsets.UTF_8));
        if (mode.isPresent()) {
            Files.setPosixFilePermissions(target, mode.get());
        }
    }
}
