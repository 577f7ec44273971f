package dev.deft.agent.config;

import dev.deft.agent.config.ConfigFile.Form;
import dev.deft.agent.config.ConfigFile.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What is set, by whom, and what a person should know about it.
///
/// @param warnings a sentence each
public record Configuration(Settings settings, Values values, List<String> warnings) {

    private static final String AGENT = "agent.json";

    /// What the pegasus dialect reads besides, in the root of a workspace.
    public static final String YML = "config.yml";

    public Configuration {
        warnings = List.copyOf(warnings);
    }

    /// Reads everything: the environment over the files of the workspace, over those of the user,
    /// over the defaults of the dialect.
    ///
    /// @param root the workspace
    /// @throws ConfigException when something is set that makes no sense
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

    /// Reads what the pegasus dialect sets about tools and nothing else, or nothing where no file
    /// says anything.
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

    /// The files there are, weakest first.
    private static List<ConfigFile> files(
            Path root, Map<String, String> environment, String dialect) throws IOException {
        Path user = UserDirectories.from(environment).config();
        List<Optional<ConfigFile>> all = new ArrayList<>();
        all.add(ofUser(user.resolve(AGENT), Form.AGENT_JSON));
        if (dialect.equals(Defaults.PEGASUS)) {
            all.add(ofUser(user.resolve(YML), Form.CONFIG_YML));
        }
        all.add(ofWorkspace(root, ".deft/" + AGENT, Form.AGENT_JSON));
        if (dialect.equals(Defaults.AEGIS)) {
            all.add(ofWorkspace(root, ".aegis/" + AGENT, Form.AGENT_JSON));
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
        if (Files.exists(file) && !file.toRealPath().startsWith(root.toRealPath())) {
            throw new ConfigException(
                    name
                            + " is a link that leads out of the workspace, so it is not read; put a file of its own there");
        }
        return ConfigFile.read(file, name, Owner.WORKSPACE, form);
    }
}
