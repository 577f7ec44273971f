package dev.deft.agent.config;

import dev.deft.agent.config.ConfigFile.Form;
import dev.deft.agent.config.ConfigFile.Owner;
import dev.deft.dialect.Dialects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The effective configuration: settings, their origins, and warnings.
///
/// @param agentWarnings about the agent, one sentence each
/// @param callWarnings about `limits` and `config.yml`; every session reports them when it opens
public record Configuration(
        Settings settings,
        ConfigValues values,
        List<String> agentWarnings,
        List<String> callWarnings) {

    static final String AGENT = "agent.json";

    /// The additional file of the pegasus dialect, in the root of a workspace.
    public static final String YML = "config.yml";

    public Configuration {
        agentWarnings = List.copyOf(agentWarnings);
        callWarnings = List.copyOf(callWarnings);
    }

    /// {@return all warnings, a sentence each}
    public List<String> warnings() {
        return Stream.concat(agentWarnings.stream(), callWarnings.stream()).toList();
    }

    /// Reads all sources. The environment overrides the files of the workspace, which override
    /// those of the user, which override the defaults of the dialect.
    ///
    /// @param root the workspace
    /// @throws ConfigException when a setting is invalid
    public static Configuration read(
            Path root, Map<String, String> environment, String dialect, Trust trust)
            throws IOException {
        var layers = new Layers(trust);
        layers.defaults(dialect);
        for (ConfigFile file : files(root, environment, dialect)) {
            layers.file(file);
        }
        layers.variables(dialect, environment);
        return layers.done(dialect);
    }

    /// Reads what is the same in every workspace: the user's file, overridden by the environment.
    ///
    /// @throws ConfigException when a setting is invalid
    public static Configuration ofUser(Map<String, String> environment) throws IOException {
        var layers = new Layers(Trust.UNKNOWN);
        layers.defaults(Dialects.DEFAULT);
        Path file = UserDirectories.from(environment).config().resolve(AGENT);
        Optional<ConfigFile> own = ofUser(file, Form.AGENT_JSON);
        if (own.isPresent()) {
            layers.file(own.get());
        }
        layers.variables(Dialects.DEFAULT, environment);
        return layers.done(Dialects.DEFAULT);
    }

    /// Reads only the tool settings of the pegasus dialect; empty if there is no file.
    public static Optional<Configuration> ofTools(
            Path root, Map<String, String> environment, Trust trust) throws IOException {
        Path user = UserDirectories.from(environment).config();
        Optional<ConfigFile> own = ofUser(user.resolve(YML), Form.CONFIG_YML);
        Optional<ConfigFile> theirs = ofWorkspace(root, YML, Form.CONFIG_YML);
        if (own.isEmpty() && theirs.isEmpty()) {
            return Optional.empty();
        }
        var layers = new Layers(trust);
        layers.defaults(Defaults.PEGASUS);
        for (ConfigFile file : Stream.concat(own.stream(), theirs.stream()).toList()) {
            layers.file(file);
        }
        return Optional.of(layers.done(Defaults.PEGASUS));
    }

    /// Reads only the tool limits of the user's and the workspace's `agent.json`; empty if neither
    /// sets any. Ignores mistakes elsewhere in these files.
    public static Optional<Configuration> ofLimits(
            Path root, Map<String, String> environment, String dialect) throws IOException {
        List<ConfigFile> files = new ArrayList<>();
        Path own = UserDirectories.from(environment).config().resolve(AGENT);
        if (Files.exists(own)) {
            ConfigFile.readIfNames(LimitLayers.KEY, own, own.toString(), Owner.USER)
                    .ifPresent(files::add);
        }
        for (String name : ofAgent(dialect)) {
            Path theirs = root.resolve(name);
            if (Files.exists(theirs) && isInside(root, theirs)) {
                ConfigFile.readIfNames(LimitLayers.KEY, theirs, name, Owner.WORKSPACE)
                        .ifPresent(files::add);
            }
        }
        if (files.isEmpty()) {
            return Optional.empty();
        }
        var layers = new Layers(Trust.UNKNOWN);
        layers.defaults(dialect);
        for (ConfigFile file : files) {
            layers.limits(file);
        }
        return Optional.of(layers.done(dialect));
    }

    /// Reads only how the web is searched. Ignores mistakes elsewhere in `agent.json`.
    ///
    /// @throws ConfigException when such a setting is invalid
    public static Configuration ofSearch(
            Path root, Map<String, String> environment, String dialect, Trust trust)
            throws IOException {
        var layers = new Layers(trust);
        layers.defaults(dialect);
        for (ConfigFile file : files(root, environment, dialect)) {
            if (file.form() == Form.CONFIG_YML) {
                layers.file(file);
            } else {
                layers.search(file);
            }
        }
        layers.searchVariables(environment);
        return layers.done(dialect);
    }

    /// The agent files of a workspace, lowest precedence first.
    static List<String> ofAgent(String dialect) {
        return dialect.equals(Defaults.AEGIS)
                ? List.of(".deft/" + AGENT, ".aegis/" + AGENT)
                : List.of(".deft/" + AGENT);
    }

    static boolean isInside(Path root, Path file) throws IOException {
        return file.toRealPath().startsWith(root.toRealPath());
    }

    /// The existing files, lowest precedence first.
    private static List<ConfigFile> files(
            Path root, Map<String, String> environment, String dialect) throws IOException {
        Path user = UserDirectories.from(environment).config();
        List<Optional<ConfigFile>> all = new ArrayList<>();
        all.add(ofUser(user.resolve(AGENT), Form.AGENT_JSON));
        if (dialect.equals(Defaults.PEGASUS)) {
            all.add(ofUser(user.resolve(YML), Form.CONFIG_YML));
        }
        for (String name : ofAgent(dialect)) {
            all.add(ofWorkspace(root, name, Form.AGENT_JSON));
        }
        if (dialect.equals(Defaults.PEGASUS)) {
            all.add(ofWorkspace(root, YML, Form.CONFIG_YML));
        }
        return all.stream().flatMap(Optional::stream).toList();
    }

    private static Optional<ConfigFile> ofUser(Path file, Form form) throws IOException {
        return ConfigFile.read(file, file.toString(), Owner.USER, form);
    }

    private static Optional<ConfigFile> ofWorkspace(Path root, String name, Form form)
            throws IOException {
        Path file = root.resolve(name);
        if (Files.exists(file) && !isInside(root, file)) {
            throw new ConfigException(
                    name
                            + " is a link to a file outside the workspace, so it is not read; replace it with a regular file");
        }
        return ConfigFile.read(file, name, Owner.WORKSPACE, form);
    }
}
