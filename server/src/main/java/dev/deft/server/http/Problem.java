package dev.deft.server.http;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import java.util.Locale;

/// Why a request was not carried out, as RFC 9457 describes it.
///
/// @param code a word for programs, such as `not_found`; one of `ErrorCode` where it fits
/// @param detail one or two sentences for people: what was wrong and what to do
/// @param extra further fields
public record Problem(int status, String code, String detail, Json.Obj extra) {

    /// The type of the body.
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final String TYPE = "urn:deft:problem:";

    public static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, Json.Obj.EMPTY);
    }

    public static Problem badRequest(String detail) {
        return of(400, "invalid_arguments", detail);
    }

    public static Problem notFound(String detail) {
        return of(404, "not_found", detail);
    }

    public static Problem conflict(String detail) {
        return of(409, "conflict", detail);
    }

    public static Problem forbidden(String detail) {
        return of(403, "permission_denied", detail);
    }

    /// Also for a workspace that exists but was not granted: nobody can tell the two apart.
    public static Problem noWorkspace(String id) {
        return notFound("There is no workspace %s.".formatted(id));
    }

    public static Problem unauthenticated(String detail) {
        return of(401, "unauthenticated", detail);
    }

    public static Problem unavailable(String detail) {
        return of(503, "unavailable", detail);
    }

    /// What a failure of the engine, or of one of its tools, is to a client.
    public static Problem of(ErrorCode code, String detail) {
        return switch (code) {
            case INVALID_ARGUMENTS -> badRequest(detail);
            case CAPABILITY_DENIED, PERMISSION_DENIED, WATCHDOG_DENIED, SANDBOX_DENIED, REFUSED ->
                    forbidden(detail);
            case UNKNOWN_TOOL, NOT_FOUND -> notFound(detail);
            case CONFLICT -> conflict(detail);
            case TOO_LARGE -> of(413, "too_large", detail);
            case TIMEOUT, ABORTED, INTERRUPTED, LIMIT_REACHED, UNAVAILABLE, IO_ERROR ->
                    of(503, "unavailable", detail);
            case INTERNAL -> of(500, "internal", detail);
        };
    }

    /// The same with a further field.
    public Problem with(String name, Json value) {
        return new Problem(status, code, detail, extra.with(name, value));
    }

    /// To leave a handler with.
    public ProblemException exception() {
        return new ProblemException(this);
    }

    /// The body.
    public Json.Obj json() {
        return Json.Obj.EMPTY
                .with("type", TYPE + code)
                .with("title", title())
                .with("status", Json.Num.of(status))
                .with("detail", detail)
                .with("code", code)
                .withAll(extra);
    }

    private String title() {
        String words = code.replace('_', ' ');
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
