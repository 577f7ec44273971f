package dev.deft.server.http;

import dev.deft.server.access.AccessScope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// One operation of the API: where it is, what it takes and gives, who may use it, and what carries
/// it out. The description of the API is made of these.
///
/// @param method such as `POST`
/// @param path with holes, such as `/v1/workspaces/{workspace}/sessions`
/// @param id the name of the operation in clients, such as `listSessions`
/// @param summary one line
/// @param tag the group it belongs to, such as `sessions`
/// @param scope what its users need; empty if everybody may use it
/// @param parameters of the query
/// @param body what the request carries
/// @param answers by status; `Optional.empty` for one without a JSON body
/// @param maxBody the largest body in bytes
/// @param acts whether it changes something, so that it takes an `Idempotency-Key`
public record Route(
        String method,
        String path,
        String id,
        String summary,
        String tag,
        Optional<AccessScope> scope,
        List<Parameter> parameters,
        Optional<Class<? extends Record>> body,
        Map<Integer, Answer> answers,
        int maxBody,
        boolean acts,
        Handler handler) {

    /// The largest body of most requests.
    public static final int USUAL_BODY = 1024 * 1024;

    /// The largest body of a request with attachments.
    public static final int LARGE_BODY = 24 * 1024 * 1024;

    public Route {
        parameters = List.copyOf(parameters);
        answers = Map.copyOf(answers);
    }

    /// Carries out an operation, on a virtual thread of its own.
    @FunctionalInterface
    public interface Handler {

        /// Answers one request.
        ///
        /// @throws ProblemException if it was not done: with a status below 500, or 503, the same
        ///   request may be sent again with the same `Idempotency-Key`
        ApiResponse handle(ApiRequest request) throws IOException, InterruptedException;
    }

    /// A parameter of the query.
    ///
    /// @param type `string`, `integer` or `boolean`
    public record Parameter(String name, String type, String description, boolean required) {}

    /// What a status comes with.
    ///
    /// @param type a record for JSON; empty for anything else
    /// @param list whether it is a page of such records
    /// @param mediaType such as `application/json`
    /// @param others further types that it may come as, such as `image/png`
    public record Answer(
            String description,
            Optional<Class<? extends Record>> type,
            boolean list,
            String mediaType,
            List<String> others) {

        public Answer {
            others = List.copyOf(others);
        }
    }

    public static Builder get(String path) {
        return new Builder("GET", path, false);
    }

    public static Builder post(String path) {
        return new Builder("POST", path, true);
    }

    public static Builder put(String path) {
        return new Builder("PUT", path, true);
    }

    public static Builder patch(String path) {
        return new Builder("PATCH", path, true);
    }

    public static Builder delete(String path) {
        return new Builder("DELETE", path, true);
    }

    /// Describes a route. Not thread-safe.
    public static final class Builder {

        private static final String JSON = "application/json";

        private final String method;
        private final String path;
        private boolean acts;
        private String id = "";
        private String summary = "";
        private String tag = "";
        private Optional<AccessScope> scope = Optional.empty();
        private final List<Parameter> parameters = new ArrayList<>();
        private Optional<Class<? extends Record>> body = Optional.empty();
        private final Map<Integer, Answer> answers = new LinkedHashMap<>();
        private int maxBody = USUAL_BODY;

        private Builder(String method, String path, boolean acts) {
            this.method = method;
            this.path = path;
            this.acts = acts;
        }

        public Builder named(String tag, String id, String summary) {
            this.tag = tag;
            this.id = id;
            this.summary = summary;
            return this;
        }

        public Builder needs(AccessScope needed) {
            scope = Optional.of(needed);
            return this;
        }

        /// A `POST` that changes nothing.
        public Builder onlyReads() {
            acts = false;
            return this;
        }

        public Builder query(String name, String type, String description) {
            parameters.add(new Parameter(name, type, description, false));
            return this;
        }

        public Builder requiredQuery(String name, String type, String description) {
            parameters.add(new Parameter(name, type, description, true));
            return this;
        }

        /// The parameters of a list in pages.
        public Builder paged() {
            return query("limit", "integer", "How many items at most, from 1 to 200.")
                    .query("cursor", "string", "Where the page begins: `next` of the one before.");
        }

        public Builder body(Class<? extends Record> type) {
            body = Optional.of(type);
            return this;
        }

        /// Takes bodies up to a size, such as [Route#LARGE_BODY].
        public Builder bodyUpTo(int bytes) {
            maxBody = bytes;
            return this;
        }

        public Builder answers(int status, Class<? extends Record> type) {
            answers.put(status, new Answer("", Optional.of(type), false, JSON, List.of()));
            return this;
        }

        /// A page: `items` of this type, and `next` if there are more.
        public Builder answersPage(Class<? extends Record> type) {
            answers.put(200, new Answer("A page.", Optional.of(type), true, JSON, List.of()));
            return this;
        }

        public Builder answers(int status, String mediaType, String description) {
            answers.put(
                    status, new Answer(description, Optional.empty(), false, mediaType, List.of()));
            return this;
        }

        /// Another type that the 200 may come as, such as a picture.
        public Builder alsoAnswers(String... mediaTypes) {
            Answer usual = Objects.requireNonNull(answers.get(200), "nothing is answered yet");
            answers.put(
                    200,
                    new Answer(
                            usual.description(),
                            usual.type(),
                            usual.list(),
                            usual.mediaType(),
                            List.of(mediaTypes)));
            return this;
        }

        public Route by(Handler handler) {
            return new Route(
                    method,
                    path,
                    id,
                    summary,
                    tag,
                    scope,
                    parameters,
                    body,
                    answers,
                    maxBody,
                    acts,
                    handler);
        }
    }
}
