package dev.deft.codec;

import dev.deft.json.Json;
import dev.deft.json.JsonCodec;
import dev.deft.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/// Parses and writes JSON text strictly: one value, no comments, no duplicate keys, limited depth.
public final class JsonText implements JsonCodec {

    /// The maximum nesting depth.
    public static final int MAX_DEPTH = 200;

    /// The maximum length of a text in characters.
    public static final int MAX_CHARS = 64 * 1024 * 1024;

    private static JsonFactory factory(int maxDepth) {
        return JsonFactory.builder()
                .streamReadConstraints(
                        StreamReadConstraints.builder()
                                .maxNestingDepth(maxDepth)
                                .maxStringLength(MAX_CHARS)
                                .maxDocumentLength(MAX_CHARS)
                                .maxNumberLength(1_000)
                                .build())
                .streamWriteConstraints(
                        StreamWriteConstraints.builder().maxNestingDepth(2 * MAX_DEPTH).build())
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
    }

    /// Created on first use: a short command may need none.
    private static final class ReceivedFactory {
        static final JsonFactory FACTORY = factory(MAX_DEPTH);
    }

    /// Accepts the depth that [#write] allows, which is larger since it wraps received values.
    private static final class WrittenFactory {
        static final JsonFactory FACTORY = factory(2 * MAX_DEPTH);
    }

    static JsonFactory factory() {
        return ReceivedFactory.FACTORY;
    }

    @Override
    public Json read(String text) throws JsonSyntaxException {
        return parse(text);
    }

    /// Parses a value. What is plain JSON is scanned: the parser of the library takes longer to
    /// load than to read all that a short command reads.
    public static Json parse(String text) throws JsonSyntaxException {
        Optional<Json> value = scan(text);
        return value.isPresent() ? value.get() : parseWithLibrary(text);
    }

    static Json parseWithLibrary(String text) throws JsonSyntaxException {
        return parse(factory(), text);
    }

    /// Empty also for a text that UTF-8 cannot hold: half of a pair of surrogates.
    private static Optional<Json> scan(String text) {
        if (text.length() > MAX_CHARS) {
            return Optional.empty();
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new String(bytes, StandardCharsets.UTF_8).equals(text)
                ? JsonScanner.parse(bytes, 0, bytes.length)
                : Optional.empty();
    }

    /// Parses an object written by [#write].
    public static Json.Obj parseWritten(String text) throws JsonSyntaxException {
        Optional<Json> value = scan(text);
        return object(value.isPresent() ? value.get() : parse(WrittenFactory.FACTORY, text));
    }

    private static Json parse(JsonFactory factory, String text) throws JsonSyntaxException {
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new JsonSyntaxException("there is nothing here; JSON was expected", 1, 1);
            }
            Json value = value(parser);
            if (parser.nextToken() != null) {
                throw at(parser.currentTokenLocation(), "there is more after the end of the value");
            }
            return value;
        } catch (StreamReadException e) {
            throw at(e.getLocation(), plain(e.getOriginalMessage()));
        } catch (StreamConstraintsException e) {
            throw new JsonSyntaxException(
                    "nested deeper than %d levels, or longer than %d characters"
                            .formatted(MAX_DEPTH, MAX_CHARS),
                    1,
                    1);
        }
    }

    /// Parses an object.
    public static Json.Obj parseObject(String text) throws JsonSyntaxException {
        return object(parse(text));
    }

    /// Parses an object in an array of UTF-8, where it lies.
    public static Json.Obj parseObject(byte[] bytes, int from, int length)
            throws JsonSyntaxException {
        Optional<Json> value = JsonScanner.parse(bytes, from, length);
        return value.isPresent()
                ? object(value.get())
                : object(parseWithLibrary(new String(bytes, from, length, StandardCharsets.UTF_8)));
    }

    private static Json.Obj object(Json value) throws JsonSyntaxException {
        if (value instanceof Json.Obj object) {
            return object;
        }
        throw new JsonSyntaxException("an object was expected, not " + value.kind(), 1, 1);
    }

    private static Json value(JsonParser parser) throws JsonSyntaxException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new Json.Str(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Num(parser.getString());
            case VALUE_TRUE -> new Json.Bool(true);
            case VALUE_FALSE -> new Json.Bool(false);
            case VALUE_NULL -> Json.Null.VALUE;
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                    throw at(parser.currentTokenLocation(), "a value was expected");
        };
    }

    private static Json.Obj object(JsonParser parser) throws JsonSyntaxException {
        Map<String, Json> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            TokenStreamLocation location = parser.currentTokenLocation();
            parser.nextToken();
            if (fields.put(name, value(parser)) != null) {
                throw at(location, "the key \"%s\" is there twice".formatted(name));
            }
        }
        return new Json.Obj(fields);
    }

    private static Json.Arr array(JsonParser parser) throws JsonSyntaxException {
        List<Json> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser));
        }
        return new Json.Arr(items);
    }

    static JsonSyntaxException at(TokenStreamLocation location, String problem) {
        return new JsonSyntaxException(
                problem, Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }

    /// Removes the internal details that the library adds to its messages.
    static String plain(String message) {
        return message.replaceAll("(?s)\\n.*", "")
                .replaceAll(" \\(start marker at .*", "")
                .replaceAll(": enable `.*` to allow", "")
                .replaceAll(" \\(code \\d+( / 0x[0-9a-f]+)?\\)", "")
                .replaceAll(" ?\\(?\\[Source: .*", "");
    }

    @Override
    public String write(Json value, Layout layout) {
        return switch (layout) {
            case COMPACT -> write(value);
            case INDENTED -> writeIndented(value);
        };
    }

    /// Writes JSON on one line.
    public static String write(Json value) {
        return JsonBytes.line(value).orElseGet(() -> writeWithLibrary(value));
    }

    static String writeWithLibrary(Json value) {
        var text = new TextSink();
        try (JsonGenerator out = factory().createGenerator(ObjectWriteContext.empty(), text)) {
            put(value, out);
        }
        return text.toString();
    }

    /// {@return the number of characters that `write` writes}
    public static int length(Json value) {
        return new String(JsonBytes.of(value), StandardCharsets.UTF_8).length();
    }

    public static String writeIndented(Json value) {
        var text = new TextSink();
        try (JsonGenerator out = factory().createGenerator(new IndentedContext(), text)) {
            put(value, out);
        }
        return text.toString();
    }

    /// A chain of `instanceof`, since a pattern switch adds a millisecond to start-up.
    private static void put(Json value, JsonGenerator out) {
        if (value instanceof Json.Str(String text)) {
            out.writeString(text);
        } else if (value instanceof Json.Num(String literal)) {
            out.writeNumber(literal);
        } else if (value instanceof Json.Obj(Map<String, Json> fields)) {
            out.writeStartObject();
            for (Map.Entry<String, Json> field : fields.entrySet()) {
                out.writeName(field.getKey());
                put(field.getValue(), out);
            }
            out.writeEndObject();
        } else if (value instanceof Json.Arr(List<Json> items)) {
            out.writeStartArray();
            items.forEach(it -> put(it, out));
            out.writeEndArray();
        } else if (value instanceof Json.Bool(boolean flag)) {
            out.writeBoolean(flag);
        } else {
            out.writeNull();
        }
    }

    private static final class IndentedContext extends ObjectWriteContext.Base {

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }

        @Override
        public DefaultPrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
        }
    }
}
