package dev.deft.server.openapi;

import dev.deft.json.Json;
import dev.deft.schema.RecordShapes;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One route as an operation of the description.
///
/// @param examples bodies of requests by the ids of operations
record Operation(Route route, RecordSchemas schemas, Json.Obj examples) {

    private static final Pattern HOLE = Pattern.compile("\\{(\\w+)(\\.\\.\\.)?}");
    private static final Set<String> CHANGES_ONE = Set.of("PUT", "PATCH", "DELETE");
    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";
    private static final int LONGEST_KEY = 128;

    Json.Obj json() {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("operationId", new Json.Str(route.id()));
        fields.put("summary", new Json.Str(route.summary()));
        fields.put("tags", Json.Arr.ofTexts(List.of(route.tag())));
        route.scope()
                .ifPresent(it -> {
                    fields.put(
                            "description",
                            new Json.Str("Needs the scope `%s`.".formatted(it.wire())));
                    fields.put("x-deft-scope", new Json.Str(it.wire()));
                });
        fields.put("security", route.scope().isPresent() ? OpenApi.security() : OpenApi.array());
        List<Json> parameters = parameters();
        if (!parameters.isEmpty()) {
            fields.put("parameters", new Json.Arr(parameters));
        }
        route.body().ifPresent(it -> fields.put("requestBody", body(it)));
        fields.put("responses", responses());
        return new Json.Obj(fields);
    }

    private List<Json> parameters() {
        List<Json> all = new ArrayList<>();
        Matcher hole = HOLE.matcher(route.path());
        while (hole.find()) {
            all.add(
                    parameter("path", hole.group(1), RecordSchemas.typed("string"))
                            .with("required", new Json.Bool(true)));
        }
        for (Route.Parameter it : route.parameters()) {
            all.add(
                    parameter("query", it.name(), bounded(it))
                            .with("description", it.description())
                            .with("required", new Json.Bool(it.required())));
        }
        all.addAll(headers());
        return all;
    }

    private static Json.Obj parameter(String in, String name, Json.Obj schema) {
        return Json.Obj.EMPTY.with("name", name).with("in", in).with("schema", schema);
    }

    private Json.Obj bounded(Route.Parameter parameter) {
        Json.Obj schema = RecordSchemas.typed(parameter.type());
        boolean pages = parameter.name().equals("limit") && isPage();
        return pages
                ? schema.with("minimum", Json.Num.of(1))
                        .with("maximum", Json.Num.of(ResultPage.MOST))
                        .with("default", Json.Num.of(ResultPage.USUAL))
                : schema;
    }

    private boolean isPage() {
        return route.answers().values().stream().anyMatch(Route.Answer::list);
    }

    private List<Json> headers() {
        List<Json> all = new ArrayList<>();
        if (route.acts()) {
            all.add(
                    parameter(
                                    "header",
                                    "Idempotency-Key",
                                    RecordSchemas.typed("string")
                                            .with("minLength", Json.Num.of(1))
                                            .with("maxLength", Json.Num.of(LONGEST_KEY))
                                            .with("pattern", "^[!-~]+$"))
                            .with(
                                    "description",
                                    "The same request with the same key acts once, for a day."));
        }
        if (CHANGES_ONE.contains(route.method())) {
            all.add(
                    parameter("header", "If-Match", RecordSchemas.typed("string"))
                            .with("description", "Only if the `ETag` is still this one."));
        }
        if (isStream()) {
            all.add(
                    parameter("header", "Last-Event-ID", RecordSchemas.typed("string"))
                            .with("description", "Goes on after this event."));
        }
        return all;
    }

    private boolean isStream() {
        return route.answers().values().stream().anyMatch(it -> it.mediaType().equals(EVENTS));
    }

    private Json.Obj body(Class<? extends Record> type) {
        Json.Obj content = Json.Obj.EMPTY.with("schema", schemas.sent(type));
        Optional<Json> example = examples.find(route.id());
        return Json.Obj.EMPTY
                .with("required", new Json.Bool(!RecordShapes.mayBeEmpty(type)))
                .with(
                        "content",
                        Json.Obj.EMPTY.with(
                                JSON,
                                example.map(it -> content.with("example", it)).orElse(content)));
    }

    private Json.Obj responses() {
        Map<Integer, Json> all = new TreeMap<>();
        problems().forEach(it -> all.put(it, Problems.reference(it)));
        route.answers()
                .forEach((status, answer) ->
                        all.put(status, status < 400 ? response(answer) : failure(status, answer)));
        if (route.method().equals("GET") && hasJson()) {
            all.put(
                    304,
                    Json.Obj.EMPTY.with(
                            "description", "As before: `If-None-Match` is its `ETag`."));
        }
        Map<String, Json> named = new LinkedHashMap<>();
        all.forEach((status, it) -> named.put(String.valueOf(status), it));
        return new Json.Obj(named);
    }

    private boolean hasJson() {
        return route.answers().values().stream().anyMatch(it -> it.mediaType().equals(JSON));
    }

    private Set<Integer> problems() {
        Set<Integer> all = new TreeSet<>(Set.of(400, 404, 429, 500, 503));
        if (route.scope().isPresent()) {
            all.addAll(Set.of(401, 403));
        }
        if (route.body().isPresent()) {
            all.addAll(Set.of(413, 415));
        }
        if (route.acts()) {
            all.addAll(Set.of(409, 413, 415, 422));
        }
        if (CHANGES_ONE.contains(route.method())) {
            all.add(412);
        }
        if (route.path().contains("{session}") || isFile()) {
            all.addAll(Set.of(409, 413, 415));
        }
        return all;
    }

    private boolean isFile() {
        return route.answers().values().stream().anyMatch(it -> !it.others().isEmpty());
    }

    private Json.Obj response(Route.Answer answer) {
        Json.Obj response =
                Json.Obj.EMPTY.with(
                        "description",
                        answer.description().isEmpty() ? "Done." : answer.description());
        if (answer.mediaType().isEmpty()) {
            return response;
        }
        Map<String, Json> content = new LinkedHashMap<>();
        content.put(answer.mediaType(), Json.Obj.EMPTY.with("schema", schema(answer)));
        answer.others()
                .forEach(it -> content.put(it, Json.Obj.EMPTY.with("schema", Json.Obj.EMPTY)));
        return response.with("content", new Json.Obj(content));
    }

    /// A failure that has a shape of its own, besides those of all requests.
    private Json.Obj failure(int status, Route.Answer answer) {
        Json.Obj own = response(answer);
        Json.Obj content = (Json.Obj) own.find("content").orElse(Json.Obj.EMPTY);
        return own.with("content", content.withAll(Problems.content()))
                .with("description", answer.description() + " " + Problems.description(status));
    }

    private Json.Obj schema(Route.Answer answer) {
        if (answer.type().isPresent()) {
            Class<? extends Record> type = answer.type().get();
            return answer.list() ? schemas.page(type) : schemas.got(type);
        }
        return answer.mediaType().endsWith("json") ? Json.Obj.EMPTY : RecordSchemas.typed("string");
    }
}
