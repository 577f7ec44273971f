package dev.deft.server.chat;

import dev.deft.agent.loop.AnswerSchema;
import dev.deft.agent.model.Message;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import java.util.List;
import java.util.Optional;

/// What a client of Chat Completions asks for.
///
/// @param workspace the part of `model` before the slash
/// @param agent the part after it
/// @param system what the client adds to the prompt of the agent
/// @param earlier the conversation before the last message
/// @param message the last one, which the agent answers
/// @param streamed whether the answer is sent as it comes
/// @param counted whether a stream ends with the tokens
/// @param schema what the answer must fit
record ChatRequest(
        String workspace,
        Optional<String> agent,
        List<String> system,
        List<Message> earlier,
        Message.User message,
        boolean streamed,
        boolean counted,
        Optional<AnswerSchema> schema) {

    ChatRequest {
        system = List.copyOf(system);
        earlier = List.copyOf(earlier);
    }

    /// Reads the body of a request. What only tunes a model, such as `temperature`, is ignored: the
    /// agent has its own settings.
    ///
    /// @throws ProblemException if it does not fit; `param` names the field
    static ChatRequest read(Json.Obj body) throws ProblemException {
        refuseUnsupported(body);
        String model =
                body.text("model")
                        .filter(it -> !it.isBlank())
                        .orElseThrow(
                                () -> mistake("model", "model is WORKSPACE or WORKSPACE/AGENT."));
        int slash = model.indexOf('/');
        ChatMessages messages = ChatMessages.read(body);
        return new ChatRequest(
                slash < 0 ? model : model.substring(0, slash),
                slash < 0 ? Optional.empty() : Optional.of(model.substring(slash + 1)),
                messages.system(),
                messages.earlier(),
                messages.last(),
                flag(body, "stream"),
                body.find("stream_options").orElse(Json.Null.VALUE) instanceof Json.Obj options
                        && flag(options, "include_usage"),
                schema(body));
    }

    /// What a client would count on, and what an agent cannot do.
    private static void refuseUnsupported(Json.Obj body) throws ProblemException {
        for (String tools : List.of("tools", "functions")) {
            if (body.find(tools).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> given)
                    && !given.isEmpty()) {
                throw mistake(
                        tools,
                        "The agent has tools of its own, which run on the server; leave out %s."
                                .formatted(tools));
            }
        }
        if (body.find("n").orElse(Json.Null.VALUE) instanceof Json.Num n && n.asDouble() != 1) {
            throw mistake("n", "An agent gives one answer; leave out n.");
        }
    }

    private static boolean flag(Json.Obj body, String name) throws ProblemException {
        return switch (body.find(name).orElse(Json.Null.VALUE)) {
            case Json.Bool(boolean value) -> value;
            case Json.Null _ -> false;
            case Json other ->
                    throw mistake(
                            name, "%s is true or false, not %s.".formatted(name, other.kind()));
        };
    }

    private static Optional<AnswerSchema> schema(Json.Obj body) throws ProblemException {
        String param = "response_format";
        Json given = body.find(param).orElse(Json.Null.VALUE);
        if (given instanceof Json.Null) {
            return Optional.empty();
        }
        if (!(given instanceof Json.Obj format)) {
            throw mistake(param, "response_format is an object.");
        }
        return switch (format.text("type").orElse("")) {
            case "text" -> Optional.empty();
            case "json_object" -> Optional.of(AnswerSchema.parse("{\"type\":\"object\"}"));
            case "json_schema" -> Optional.of(parsed(format));
            default -> throw mistake(param, "response_format is text, json_object or json_schema.");
        };
    }

    private static AnswerSchema parsed(Json.Obj format) throws ProblemException {
        String param = "response_format.json_schema.schema";
        if (!(format.find("json_schema").orElse(Json.Null.VALUE) instanceof Json.Obj named)
                || !(named.find("schema").orElse(Json.Null.VALUE) instanceof Json.Obj schema)) {
            throw mistake(param, "response_format.json_schema needs a schema.");
        }
        try {
            return AnswerSchema.parse(JsonText.write(schema));
        } catch (IllegalArgumentException e) {
            throw mistake(param, "The schema cannot be used: %s.".formatted(e.getMessage()));
        }
    }

    /// A mistake of the client.
    ///
    /// @param param the field
    static ProblemException mistake(String param, String detail) {
        return Problem.badRequest(detail).with("param", new Json.Str(param)).exception();
    }
}
