package dev.deft.agent.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// A workspace and a home for one test.
///
/// @param directory holds both
record ConfigWorkspace(Path directory, Map<String, String> environment) {

    static ConfigWorkspace in(Path directory) {
        return new ConfigWorkspace(
                directory, Map.of("DEFT_HOME", directory.resolve("home").toString()));
    }

    ConfigWorkspace with(String variable, String value) {
        Map<String, String> more = new LinkedHashMap<>(environment);
        more.put(variable, value);
        return new ConfigWorkspace(directory, more);
    }

    ConfigWorkspace user(String text) throws IOException {
        return write("home/config/agent.json", text);
    }

    ConfigWorkspace own(String text) throws IOException {
        return write("root/.deft/agent.json", text);
    }

    ConfigWorkspace write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    Configuration read() throws IOException {
        return read("locked", Trust.UNKNOWN);
    }

    Configuration read(String dialect) throws IOException {
        return read(dialect, Trust.UNKNOWN);
    }

    Configuration read(String dialect, Trust trust) throws IOException {
        Path root = Files.createDirectories(directory.resolve("root"));
        return Configuration.read(root, environment, dialect, trust);
    }
}
