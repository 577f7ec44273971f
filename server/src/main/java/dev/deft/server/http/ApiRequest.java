package dev.deft.server.http;

import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.schema.RecordShapes;
import dev.deft.schema.Validator;
import dev.deft.server.access.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A request that was let in and whose route is known.
///
/// @param path as it was sent, decoded, without the query
/// @param variables what stands in the holes of the route's path, by name
/// @param query by name
/// @param headers by name in lower case; the first of several
/// @param body text; empty for none
/// @param principal who sends it
public record ApiRequest(
        String method,
        String path,
        Map<String, String> variables,
        Map<String, String> query,
        Map<String, String> headers,
        String body,
        Principal principal) {

    public ApiRequest {
        variables = Map.copyOf(variables);
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
    }

    /// What stands in a hole of the path.
    public String variable(String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the route has no hole " + name);
        }
        return value;
    }

    /// A parameter of the query; a blank one counts as absent.
    public Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name)).filter(it -> !it.isBlank());
    }

    /// A parameter that is a whole number.
    ///
    /// @throws ProblemException if it is none, or not within the bounds
    public int number(String name, int least, int most, int absent) throws ProblemException {
        Optional<String> given = parameter(name);
        if (given.isEmpty()) {
            return absent;
        }
        try {
            int value = Integer.parseInt(given.get());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException _) {
            // Told below.
        }
        throw Problem.badRequest(
                        "%s takes a whole number from %d to %d.".formatted(name, least, most))
                .exception();
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    /// The body as an object; an absent body is an empty one.
    ///
    /// @throws ProblemException if it is no object
    public Json.Obj json() throws ProblemException {
        if (body.isEmpty()) {
            return Json.Obj.EMPTY;
        }
        try {
            return JsonText.parseObject(body);
        } catch (JsonSyntaxException e) {
            throw Problem.badRequest("The body is not a JSON object: " + e.getMessage())
                    .exception();
        }
    }

    /// The body as a record.
    ///
    /// @throws ProblemException if it does not fit
    public <T extends Record> T body(Class<T> type) throws ProblemException {
        Json.Obj given = json();
        Optional<String> problem = Validator.problem(RecordShapes.of(type), given);
        if (problem.isPresent()) {
            throw Problem.badRequest(problem.get()).exception();
        }
        return Records.read(type, given);
    }

    /// The accepted media types, in lower case.
    public List<String> accepted() {
        return header("accept")
                .map(it -> List.of(it.toLowerCase(Locale.ROOT).split("\\s*,\\s*", -1)))
                .orElse(List.of());
    }

    /// The same of another sender.
    public ApiRequest by(Principal other) {
        return new ApiRequest(method, path, variables, query, headers, body, other);
    }

    /// The same with a further header.
    public ApiRequest withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new ApiRequest(method, path, variables, query, more, body, principal);
    }

    /// Never shows headers, which may have tokens.
    @Override
    public String toString() {
        return method + " " + path;
    }
}
