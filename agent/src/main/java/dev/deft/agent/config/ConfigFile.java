package dev.deft.agent.config;

import dev.deft.codec.LocatedJson;
import dev.deft.codec.LocatedJson.Field;
import dev.deft.codec.YamlText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A configuration file and its owner.
///
/// @param name for messages: relative to the workspace, or absolute
record ConfigFile(String name, Owner owner, Form form, LocatedJson content, String text) {

    /// The largest file that is read.
    static final int MAX_BYTES = 1024 * 1024;

    /// Whose file it is.
    enum Owner {
        USER,
        WORKSPACE
    }

    /// The format of a file and its schema.
    enum Form {
        AGENT_JSON("agent.schema.json"),
        CONFIG_YML("config-yml.schema.json");

        private final String schema;

        Form(String schema) {
            this.schema = schema;
        }

        String schema() {
            return schema;
        }
    }

    /// The file as it was read.
    byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// The location of a field for messages: file and line.
    String at(Field field) {
        return name + ":" + field.position().line();
    }

    /// A warning about a field, with its location.
    String warning(Field field, String problem) {
        return name
                + ", line "
                + field.position().line()
                + ", column "
                + field.position().column()
                + ": "
                + problem;
    }

    /// Reads a file; empty if it does not exist.
    static Optional<ConfigFile> read(Path path, String name, Owner owner, Form form)
            throws IOException {
        return Files.exists(path)
                ? Optional.of(parsed(text(path, name), name, owner, form))
                : Optional.empty();
    }

    /// Reads an existing file; empty if its text does not contain the key, so that most files need
    /// not be parsed.
    static Optional<ConfigFile> readIfNames(String key, Path path, String name, Owner owner)
            throws IOException {
        String text = text(path, name);
        return text.contains('"' + key + '"')
                ? Optional.of(parsed(text, name, owner, Form.AGENT_JSON))
                : Optional.empty();
    }

    private static ConfigFile parsed(String text, String name, Owner owner, Form form)
            throws IOException {
        try {
            LocatedJson content =
                    form == Form.CONFIG_YML ? YamlText.parse(text) : LocatedJson.parse(text);
            if (content.value() instanceof Json.Obj) {
                return new ConfigFile(name, owner, form, content, text);
            }
            throw new ConfigException(
                    name, content.position(), "must be an object, not " + content.value().kind());
        } catch (JsonSyntaxException e) {
            throw new ConfigException(name, e.line(), e.column(), e.problem());
        }
    }

    private static String text(Path path, String name) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new ConfigException(name + " is not a file");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(path)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (IOException e) {
            throw new ConfigException(name + " cannot be read: " + e.getMessage());
        }
        if (bytes.length > MAX_BYTES) {
            throw new ConfigException(name + " is larger than " + MAX_BYTES + " bytes");
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            throw new ConfigException(name + " is not UTF-8 text");
        }
    }
}
