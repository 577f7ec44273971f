package dev.deft.codec;

import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;

/// A JSON value with its position in the text, for messages about configuration files.
///
/// @param fields of an object, in order
/// @param items of an array
public record LocatedJson(
        Json value, Position position, Map<String, Field> fields, List<LocatedJson> items) {

    public LocatedJson {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        items = List.copyOf(items);
    }

    /// A position, counted from 1.
    public record Position(int line, int column) {}

    /// A field of an object.
    ///
    /// @param position of its name
    public record Field(Position position, LocatedJson value) {}

    public Optional<Field> find(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /// Parses JSON as strictly as [JsonText].
    public static LocatedJson parse(String text) throws JsonSyntaxException {
        try (JsonParser parser = JsonText.factory().createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new JsonSyntaxException("there is nothing here; JSON was expected", 1, 1);
            }
            LocatedJson value = value(parser);
            if (parser.nextToken() != null) {
                throw JsonText.at(
                        parser.currentTokenLocation(), "there is more after the end of the value");
            }
            return value;
        } catch (StreamReadException e) {
            throw JsonText.at(e.getLocation(), JsonText.plain(e.getOriginalMessage()));
        } catch (StreamConstraintsException _) {
            throw new JsonSyntaxException(
                    "nested deeper than %d levels".formatted(JsonText.MAX_DEPTH), 1, 1);
        }
    }

    /// Parses the value at the current token.
    static LocatedJson value(JsonParser parser) throws JsonSyntaxException {
        Position position = position(parser.currentTokenLocation());
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, position);
            case START_ARRAY -> array(parser, position);
            case VALUE_STRING -> plain(new Json.Str(parser.getString()), position);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                    plain(new Json.Num(parser.getString()), position);
            case VALUE_TRUE -> plain(new Json.Bool(true), position);
            case VALUE_FALSE -> plain(new Json.Bool(false), position);
            case VALUE_NULL -> plain(Json.Null.VALUE, position);
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                    throw JsonText.at(parser.currentTokenLocation(), "a value was expected");
        };
    }

    static LocatedJson plain(Json value, Position position) {
        return new LocatedJson(value, position, Map.of(), List.of());
    }

    private static LocatedJson object(JsonParser parser, Position position)
            throws JsonSyntaxException {
        Map<String, Field> fields = new LinkedHashMap<>();
        Map<String, Json> values = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            TokenStreamLocation at = parser.currentTokenLocation();
            parser.nextToken();
            LocatedJson value = value(parser);
            if (fields.put(name, new Field(position(at), value)) != null) {
                throw JsonText.at(at, "the key \"%s\" is there twice".formatted(name));
            }
            values.put(name, value.value());
        }
        return new LocatedJson(new Json.Obj(values), position, fields, List.of());
    }

    private static LocatedJson array(JsonParser parser, Position position)
            throws JsonSyntaxException {
        List<LocatedJson> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser));
        }
        var values = new Json.Arr(items.stream().map(LocatedJson::value).toList());
        return new LocatedJson(values, position, Map.of(), items);
    }

    private static Position position(TokenStreamLocation at) {
        return new Position(Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }
}
