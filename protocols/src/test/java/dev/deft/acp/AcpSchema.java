package dev.deft.acp;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.protocols.NodeKit;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Judges messages by the official schema of the protocol.
final class AcpSchema {

    private static final String KIT = "@agentclientprotocol/sdk";

    private final Json.Obj all;
    private final Json.Obj definitions;
    private final Map<String, Schema> schemas = new HashMap<>();

    AcpSchema() throws IOException {
        all = message(Files.readString(NodeKit.directory(KIT).resolve("schema/v1/schema.json")));
        definitions = (Json.Obj) all.find("$defs").orElseThrow();
    }

    /// What is wrong with the messages of both sides, a line each.
    List<String> problems(List<String> agent, List<String> client) {
        List<String> problems = new ArrayList<>();
        Map<String, String> ofAgent = methods(agent);
        Map<String, String> ofClient = methods(client);
        for (String line : agent) {
            problems.addAll(problems("agent", line, ofClient));
        }
        for (String line : client) {
            problems.addAll(problems("client", line, ofAgent));
        }
        return problems;
    }

    /// The methods of requests by their ids.
    private static Map<String, String> methods(List<String> lines) {
        Map<String, String> all = new HashMap<>();
        for (String line : lines) {
            Json.Obj message = message(line);
            Optional<Json> id = message.find("id");
            message.text("method")
                    .filter(_ -> id.isPresent())
                    .ifPresent(it -> all.put(id.get().toString(), it));
        }
        return all;
    }

    /// What is no message at all has no fields.
    private static Json.Obj message(String line) {
        try {
            return JsonText.parseObject(line);
        } catch (JsonSyntaxException _) {
            return Json.Obj.EMPTY;
        }
    }

    private List<String> problems(String side, String line, Map<String, String> asked) {
        Json.Obj message = message(line);
        List<String> problems = new ArrayList<>();
        if (!message.text("jsonrpc").equals(Optional.of("2.0"))) {
            problems.add(side + " does not say 2.0: " + line);
        }
        Optional<String> method = message.text("method");
        if (method.isPresent()) {
            boolean request = message.find("id").isPresent();
            String name = request ? "Request" : "Notification";
            problems.addAll(
                    judged(
                            side,
                            method.get(),
                            name,
                            message.find("params").orElse(Json.Obj.EMPTY)));
            return problems;
        }
        Json id = message.find("id").orElse(Json.Null.VALUE);
        String answered = asked.getOrDefault(id.toString(), "");
        if (message.find("error").isPresent()) {
            problems.addAll(judged(side, "Error", message.find("error").get()));
        } else {
            Json result = message.find("result").orElse(Json.Null.VALUE);
            problems.addAll(judged(side, answered, "Response", result));
        }
        return problems;
    }

    private List<String> judged(String side, String method, String kind, Json value) {
        if (method.startsWith("_")) {
            return List.of();
        }
        Optional<String> definition = definition(method, kind);
        return definition.isPresent()
                ? judged(side, definition.get(), value)
                : List.of("%s: there is no %s of %s".formatted(side, kind, method));
    }

    private Optional<String> definition(String method, String kind) {
        return definitions.fields().entrySet().stream()
                .filter(it -> it.getKey().endsWith(kind))
                .filter(it ->
                        it.getValue() instanceof Json.Obj definition
                                && definition.text("x-method").equals(Optional.of(method)))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private List<String> judged(String side, String definition, Json value) {
        List<String> problems = new ArrayList<>();
        Schema schema = schemas.computeIfAbsent(definition, this::schema);
        for (Error it : schema.validate(JsonText.write(value), InputFormat.JSON)) {
            problems.add("%s %s: %s in %s".formatted(side, definition, it, value));
        }
        if (value instanceof Json.Obj object && side.equals("agent")) {
            Set<String> known = new HashSet<>(Set.of("_meta"));
            collect(definitions.find(definition).orElseThrow(), known);
            object.fields().keySet().stream()
                    .filter(it -> !known.contains(it))
                    .forEach(
                            it -> problems.add("%s has an own field %s".formatted(definition, it)));
        }
        return problems;
    }

    /// The names of the fields of a definition, its alternatives included.
    private void collect(Json schema, Set<String> names) {
        if (!(schema instanceof Json.Obj object)) {
            return;
        }
        if (object.find("properties").orElse(Json.Null.VALUE) instanceof Json.Obj properties) {
            names.addAll(properties.fields().keySet());
        }
        object.text("$ref")
                .map(it -> it.substring(it.lastIndexOf('/') + 1))
                .ifPresent(it -> collect(definitions.find(it).orElseThrow(), names));
        for (String several : List.of("allOf", "anyOf", "oneOf")) {
            if (object.find(several).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> of)) {
                of.forEach(it -> collect(it, names));
            }
        }
    }

    private Schema schema(String definition) {
        Json.Obj root =
                Json.Obj.EMPTY
                        .with("$schema", "https://json-schema.org/draft/2020-12/schema")
                        .with("$ref", "#/$defs/" + definition)
                        .with("$defs", all.find("$defs").orElseThrow());
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(JsonText.write(root), InputFormat.JSON);
    }
}
