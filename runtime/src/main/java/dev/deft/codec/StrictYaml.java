package dev.deft.codec;

import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Parses the restricted YAML called StrictYAML: every scalar is a string, and there are no flow
/// collections (`{}`, `[]`), no tags, anchors and aliases, and no duplicate keys.
///
/// The front matter of skills is written in it. The YAML library is loaded on first use.
public final class StrictYaml {

    private static final int MAX_DEPTH = 50;

    private final ParserImpl events;

    private StrictYaml(ParserImpl events) {
        this.events = events;
    }

    /// Parses a text. A text without a document is an empty string.
    public static LocatedJson parse(String text) throws JsonSyntaxException {
        LoadSettings settings = YamlText.settings(text);
        try {
            return new StrictYaml(new ParserImpl(settings, new StreamReader(settings, text)))
                    .document();
        } catch (MarkedYamlEngineException e) {
            throw at(e.getProblemMark().or(e::getContextMark), String.valueOf(e.getProblem()));
        } catch (YamlEngineException e) {
            throw new JsonSyntaxException(firstLine(String.valueOf(e.getMessage())), 1, 1);
        }
    }

    private LocatedJson document() throws JsonSyntaxException {
        events.next();
        if (events.checkEvent(Event.ID.StreamEnd)) {
            return LocatedJson.plain(new Json.Str(""), new LocatedJson.Position(1, 1));
        }
        events.next();
        LocatedJson value = value(0);
        events.next();
        if (!events.checkEvent(Event.ID.StreamEnd)) {
            throw at(events.peekEvent().getStartMark(), "there is a second document; one is read");
        }
        return value;
    }

    private LocatedJson value(int depth) throws JsonSyntaxException {
        Event event = events.next();
        if (event instanceof AliasEvent) {
            throw at(event.getStartMark(), "an alias (*name) stands here; write the value itself");
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw at(event.getStartMark(), "an anchor (&name) stands here; leave it out");
        }
        if (event instanceof ScalarEvent scalar) {
            refuseTag(scalar.getTag(), scalar);
            return LocatedJson.plain(new Json.Str(scalar.getValue()), position(event));
        }
        CollectionStartEvent start = (CollectionStartEvent) event;
        refuseTag(start.getTag(), start);
        if (start.isFlow()) {
            throw at(
                    start.getStartMark(),
                    "{…} and […] are not allowed here; write one entry a line, or put a text in"
                            + " quotes");
        }
        if (depth >= MAX_DEPTH) {
            throw at(start.getStartMark(), "nested deeper than %d levels".formatted(MAX_DEPTH));
        }
        return start.getEventId() == Event.ID.MappingStart
                ? mapping(start, depth)
                : sequence(start, depth);
    }

    private static void refuseTag(Optional<String> tag, Event event) throws JsonSyntaxException {
        if (tag.isPresent()) {
            throw at(event.getStartMark(), "a tag (!name) stands here; leave it out");
        }
    }

    private LocatedJson mapping(Event start, int depth) throws JsonSyntaxException {
        Map<String, LocatedJson.Field> fields = new LinkedHashMap<>();
        Map<String, Json> values = new LinkedHashMap<>();
        Optional<LocatedJson.Position> firstMapping = Optional.empty();
        while (!events.checkEvent(Event.ID.MappingEnd)) {
            LocatedJson name = value(depth + 1);
            if (!(name.value() instanceof Json.Str(String key))) {
                throw problem(name.position(), "a key must be a plain word");
            }
            LocatedJson value = value(depth + 1);
            if (fields.put(key, new LocatedJson.Field(name.position(), value)) != null) {
                throw problem(name.position(), "the key \"%s\" is there twice".formatted(key));
            }
            if (value.value() instanceof Json.Obj) {
                if (firstMapping.isPresent()
                        && firstMapping.get().column() != value.position().column()) {
                    throw problem(
                            value.position(), "indent this mapping as far as the one before it");
                }
                firstMapping = firstMapping.or(() -> Optional.of(value.position()));
            }
            values.put(key, value.value());
        }
        events.next();
        return new LocatedJson(new Json.Obj(values), position(start), fields, List.of());
    }

    private LocatedJson sequence(Event start, int depth) throws JsonSyntaxException {
        List<LocatedJson> items = new ArrayList<>();
        while (!events.checkEvent(Event.ID.SequenceEnd)) {
            items.add(value(depth + 1));
        }
        events.next();
        var values = new Json.Arr(items.stream().map(LocatedJson::value).toList());
        return new LocatedJson(values, position(start), Map.of(), items);
    }

    private static LocatedJson.Position position(Event event) {
        return event.getStartMark()
                .map(it -> new LocatedJson.Position(it.getLine() + 1, it.getColumn() + 1))
                .orElse(new LocatedJson.Position(1, 1));
    }

    private static JsonSyntaxException at(Optional<Mark> mark, String problem) {
        return new JsonSyntaxException(
                firstLine(problem),
                mark.map(it -> it.getLine() + 1).orElse(1),
                mark.map(it -> it.getColumn() + 1).orElse(1));
    }

    private static JsonSyntaxException problem(LocatedJson.Position at, String problem) {
        return new JsonSyntaxException(problem, at.line(), at.column());
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("this is not YAML");
    }
}
