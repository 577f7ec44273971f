package dev.deft.agent.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The file with additional certificate authorities.
public final class CertificateFile {

    private CertificateFile() {}

    /// Finds the file that a setting names.
    ///
    /// @param setting an absolute path, or one that begins with `~/`
    /// @throws ConfigException if it is neither
    public static Optional<Path> of(Optional<String> setting, Map<String, String> environment)
            throws ConfigException {
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
                    "DEFT_CA_FILE, or ca_file in agent.json, must be a path that begins with / or ~/");
        }
        return Optional.of(file);
    }
}
