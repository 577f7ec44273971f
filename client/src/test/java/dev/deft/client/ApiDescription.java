package dev.deft.client;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The description of the API, read for those who write files from it.
record ApiDescription(Json.Obj json) {

    private static final String SCHEMAS = "#/components/schemas/";

    /// An operation.
    ///
    /// @param fields as the description has them
    record Operation(String method, String path, Json.Obj fields) {

        String id() {
            return fields.text("operationId").orElseThrow();
        }

        String summary() {
            return fields.text("summary").orElse("");
        }

        String tag() {
            return ((Json.Str) list(fields, "tags").getFirst()).value();
        }

        Optional<String> scope() {
            return fields.text("x-deft-scope");
        }

        List<Json.Obj> parameters(String in) {
            return list(fields, "parameters").stream()
                    .map(Json.Obj.class::cast)
                    .filter(it -> it.text("in").orElse("").equals(in))
                    .toList();
        }

        boolean acts() {
            return parameters("header").stream()
                    .anyMatch(it -> it.text("name").orElse("").equals("Idempotency-Key"));
        }

        /// The schema of the body of a request.
        Optional<Json.Obj> body() {
            return fields.find("requestBody")
                    .map(it -> object(object((Json.Obj) it, "content"), "application/json"))
                    .map(it -> object(it, "schema"));
        }

        Optional<String> example() {
            return fields.find("requestBody")
                    .map(it -> object(object((Json.Obj) it, "content"), "application/json"))
                    .flatMap(it -> it.find("example"))
                    .map(Json::toString);
        }

        /// The first status that is no problem, with what comes with it.
        Map.Entry<String, Json.Obj> success() {
            return object(fields, "responses").fields().entrySet().stream()
                    .filter(it -> it.getKey().startsWith("2"))
                    .map(it -> Map.entry(it.getKey(), (Json.Obj) it.getValue()))
                    .findFirst()
                    .orElseThrow();
        }

        /// The first type of the response; empty for none.
        String mediaType() {
            return object(success().getValue(), "content").fields().keySet().stream()
                    .findFirst()
                    .orElse("");
        }

        /// The schema of the response.
        Json.Obj answer() {
            return object(object(object(success().getValue(), "content"), mediaType()), "schema");
        }
    }

    List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        object(json, "paths")
                .fields()
                .forEach((path, methods) ->
                        ((Json.Obj) methods)
                                .fields()
                                .forEach((method, it) ->
                                        all.add(
                                                new Operation(
                                                        method.toUpperCase(Locale.ROOT),
                                                        path,
                                                        (Json.Obj) it))));
        return all;
    }

    /// The operations by the groups they belong to.
    Map<String, List<Operation>> groups() {
        Map<String, List<Operation>> groups = new LinkedHashMap<>();
        operations()
                .forEach(it -> groups.computeIfAbsent(it.tag(), _ -> new ArrayList<>()).add(it));
        return groups;
    }

    Json.Obj schema(String name) {
        return object(object(object(json, "components"), "schemas"), name);
    }

    Map<String, Json> schemas() {
        return object(object(json, "components"), "schemas").fields();
    }

    /// The name of the schema that is referred to.
    static Optional<String> reference(Json.Obj schema) {
        return schema.text("$ref").map(it -> it.substring(SCHEMAS.length()));
    }

    static Json.Obj object(Json.Obj of, String name) {
        return of.find(name).orElse(Json.Null.VALUE) instanceof Json.Obj found
                ? found
                : Json.Obj.EMPTY;
    }

    static List<Json> list(Json.Obj of, String name) {
        return of.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items)
                ? items
                : List.of();
    }

    static List<String> texts(Json.Obj of, String name) {
        return list(of, name).stream().map(it -> ((Json.Str) it).value()).toList();
    }
}
