package dev.deft.agent.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The user's own directories; `DEFT_HOME` moves all of them.
public record UserDirectories(Path config, Path data, Path cache) {

    public static UserDirectories from(Map<String, String> environment) {
        Optional<Path> home = absolute(environment, "DEFT_HOME");
        if (home.isPresent()) {
            Path all = home.get();
            return new UserDirectories(
                    all.resolve("config"), all.resolve("data"), all.resolve("cache"));
        }
        Path user = absolute(environment, "HOME").orElse(systemHome());
        return new UserDirectories(
                absolute(environment, "XDG_CONFIG_HOME")
                        .orElse(user.resolve(".config"))
                        .resolve("deft"),
                absolute(environment, "XDG_DATA_HOME")
                        .orElse(user.resolve(".local/share"))
                        .resolve("deft"),
                absolute(environment, "XDG_CACHE_HOME")
                        .orElse(user.resolve(".cache"))
                        .resolve("deft"));
    }

    /// The file with additional certificate authorities that a setting names.
    ///
    /// @param setting an absolute path, or one that begins with `~/`
    /// @throws ConfigException if it is neither
    public static Optional<Path> certificates(
            Optional<String> setting, Map<String, String> environment) throws ConfigException {
        if (setting.isEmpty()) {
            return Optional.empty();
        }
        String text = setting.get().strip();
        Path file =
                text.startsWith("~/")
                        ? Path.of(environment.getOrDefault("HOME", "/"), text.substring(2))
                        : Path.of(text);
        if (!file.isAbsolute()) {
            throw new ConfigException(
                    "DEFT_CA_FILE, or ca_file in agent.json, must be a path that begins with / or"
                            + " ~/");
        }
        return Optional.of(file);
    }

    /// The home directory of the user as the system knows it, for environments without `HOME`.
    private static Path systemHome() {
        return Path.of(System.getProperty("user.home")).toAbsolutePath();
    }

    private static Optional<Path> absolute(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(it -> !it.isBlank())
                .map(it -> Path.of(it).toAbsolutePath());
    }
}
