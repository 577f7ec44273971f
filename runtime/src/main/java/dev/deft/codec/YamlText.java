package dev.deft.codec;

import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/// Parses the subset of YAML that corresponds to JSON: one document, no aliases, no duplicate keys.
///
/// The YAML library is loaded when a text is not as plain as most are.
public final class YamlText {

    private YamlText() {}

    /// Parses a text. A text without a document is an empty object.
    public static LocatedJson parse(String text) throws JsonSyntaxException {
        Optional<LocatedJson> plain = PlainYaml.parse(text);
        return plain.isPresent() ? plain.get() : parseWithLibrary(text);
    }

    static LocatedJson parseWithLibrary(String text) throws JsonSyntaxException {
        var factory = YAMLFactory.builder().loadSettings(settings(text)).build();
        try (JsonParser parser =
                new Strict((YAMLParser) factory.createParser(ObjectReadContext.empty(), text))) {
            if (parser.nextToken() == null) {
                return LocatedJson.plain(Json.Obj.EMPTY, new LocatedJson.Position(1, 1));
            }
            LocatedJson value = LocatedJson.value(parser);
            if (parser.nextToken() != null) {
                throw JsonText.at(
                        parser.currentTokenLocation(), "there is a second document; one is read");
            }
            return value;
        } catch (StreamReadException e) {
            throw JsonText.at(e.getLocation(), problem(e.getOriginalMessage()));
        } catch (StreamConstraintsException _) {
            throw new JsonSyntaxException(
                    "nested too deeply, or a number or name is too long", 1, 1);
        }
    }

    /// The library reads in chunks and fails where a chunk ends within a character of two units, so
    /// it gets all of the text as one. Duplicate keys are found later, with a better message.
    static LoadSettings settings(String text) {
        return LoadSettings.builder()
                .setBufferSize(Math.max(1_024, text.length() + 1))
                .setAllowDuplicateKeys(true)
                .build();
    }

    /// Returns the last sentence of a message of the library, which says what is wrong.
    private static String problem(String message) {
        List<String> sentences = new ArrayList<>();
        for (String line : message.split("\\R", -1)) {
            if (!line.isBlank() && !line.startsWith(" ")) {
                sentences.add(line.strip());
            }
        }
        return sentences.isEmpty() ? "this is not YAML" : sentences.getLast();
    }

    /// Rejects aliases, which would be read as plain text, and writes numbers as in JSON.
    private static final class Strict extends JsonParserDelegate {

        private final YAMLParser yaml;

        private Strict(YAMLParser yaml) {
            super(yaml);
            this.yaml = yaml;
        }

        @Override
        public JsonToken nextToken() {
            JsonToken token = super.nextToken();
            if (yaml.isCurrentAlias()) {
                throw new StreamReadException(
                        this, "an alias (*name) stands here; write the value itself");
            }
            return token;
        }

        @Override
        public String getString() {
            JsonToken token = currentToken();
            return token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT
                    ? getNumberValue().toString()
                    : super.getString();
        }
    }
}
