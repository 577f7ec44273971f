package dev.deft.server.openapi;

import dev.deft.json.Json;
import dev.deft.server.http.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The problems that operations may end with.
final class Problems {

    /// A kind of problem.
    private record Kind(int status, String name, String description) {}

    private static final List<Kind> ALL =
            List.of(
                    new Kind(400, "InvalidRequest", "The request is wrong; `detail` says why."),
                    new Kind(401, "Unauthenticated", "There is no token, or it does not hold."),
                    new Kind(403, "PermissionDenied", "A scope is missing, or a rule denies it."),
                    new Kind(404, "NotFound", "It does not exist, or you may not see it."),
                    new Kind(409, "Conflict", "It cannot be done as things are now."),
                    new Kind(412, "PreconditionFailed", "It changed since: `If-Match` differs."),
                    new Kind(413, "TooLarge", "The body, or what was asked for, is too large."),
                    new Kind(415, "UnsupportedMediaType", "The type of the body is not known."),
                    new Kind(
                            422,
                            "IdempotencyMismatch",
                            "The `Idempotency-Key` came with another request before."),
                    new Kind(429, "RateLimited", "Too many requests; see `Retry-After`."),
                    new Kind(500, "Internal", "A bug; the log of the server says more."),
                    new Kind(503, "Unavailable", "Not now; the same request may work later."));

    private Problems() {}

    /// Adds the schema of a problem.
    static void addTo(RecordSchemas schemas) {
        Map<String, Json> properties = new LinkedHashMap<>();
        properties.put("type", described("string", "Such as `urn:deft:problem:not_found`."));
        properties.put("title", described("string", "The kind of problem in words."));
        properties.put("status", described("integer", "The status of the response."));
        properties.put("detail", described("string", "What was wrong and what to do."));
        properties.put("code", described("string", "A word for programs, such as `not_found`."));
        Json.Obj _ =
                schemas.add(
                        "Problem",
                        RecordSchemas.typed("object")
                                .with("description", "Why a request was not carried out.")
                                .with("properties", new Json.Obj(properties))
                                .with(
                                        "required",
                                        Json.Arr.ofTexts(new ArrayList<>(properties.keySet())))
                                .with("additionalProperties", new Json.Bool(true)));
    }

    private static Json.Obj described(String type, String description) {
        return RecordSchemas.typed(type).with("description", description);
    }

    /// The responses that operations refer to.
    static Json.Obj responses() {
        Map<String, Json> all = new LinkedHashMap<>();
        for (Kind it : ALL) {
            Json.Obj response =
                    Json.Obj.EMPTY.with("description", it.description()).with("content", content());
            all.put(it.name(), it.status() == 429 ? response.with("headers", retry()) : response);
        }
        return new Json.Obj(all);
    }

    /// The body of every problem.
    static Json.Obj content() {
        return Json.Obj.EMPTY.with(
                Problem.MEDIA_TYPE,
                Json.Obj.EMPTY.with(
                        "schema", Json.Obj.EMPTY.with("$ref", "#/components/schemas/Problem")));
    }

    /// What a status means.
    static String description(int status) {
        return kind(status).description();
    }

    private static Kind kind(int status) {
        return ALL.stream().filter(it -> it.status() == status).findFirst().orElseThrow();
    }

    private static Json.Obj retry() {
        return Json.Obj.EMPTY.with(
                "Retry-After",
                Json.Obj.EMPTY
                        .with("description", "After how many seconds to try again.")
                        .with("schema", RecordSchemas.typed("integer")));
    }

    /// A reference to the response of a status.
    static Json.Obj reference(int status) {
        return Json.Obj.EMPTY.with("$ref", "#/components/responses/" + kind(status).name());
    }
}
