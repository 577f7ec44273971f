package dev.deft.rpc;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Messages as text, and back.
public final class RpcText {

    /// Stands for bytes that are no UTF-8, and may be meant too.
    private static final char REPLACEMENT = '\ufffd';

    private RpcText() {}

    /// What a text turned out to be.
    public sealed interface Parsed {

        /// A message.
        record One(RpcMessage message) implements Parsed {}

        /// An array of messages, not empty.
        record Batch(List<Parsed> messages) implements Parsed {
            public Batch {
                messages = List.copyOf(messages);
            }
        }

        /// No message. Its sender is told, unless it was meant as an answer.
        ///
        /// @param id of the request, if that could be read
        /// @param answerable whether it may have been a request
        record Broken(Optional<Json> id, RpcError error, boolean answerable) implements Parsed {}
    }

    /// Reads a message or a batch in UTF-8. It never fails. Other bytes are refused: replacement
    /// characters in their place would change what a request says, such as the content of a file.
    public static Parsed parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 || isUnicode(bytes)
                ? parse(text)
                : new Parsed.Broken(
                        Optional.empty(),
                        RpcError.of(RpcError.PARSE_ERROR, "This is not JSON: it is not in UTF-8."),
                        true);
    }

    private static boolean isUnicode(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    /// Reads a message or a batch. It never fails.
    public static Parsed parse(String text) {
        try {
            return parse(JsonText.parse(text));
        } catch (JsonSyntaxException e) {
            return new Parsed.Broken(
                    Optional.empty(),
                    RpcError.of(RpcError.PARSE_ERROR, "This is not JSON: " + e.getMessage()),
                    true);
        }
    }

    /// Reads a message or a batch that is parsed already.
    public static Parsed parse(Json value) {
        if (!(value instanceof Json.Arr(List<Json> items))) {
            return message(value);
        }
        if (items.isEmpty()) {
            return invalid(Optional.empty(), "A batch must have at least one message.");
        }
        List<Parsed> all = new ArrayList<>();
        for (Json item : items) {
            all.add(message(item));
        }
        return new Parsed.Batch(all);
    }

    private static Parsed message(Json value) {
        if (!(value instanceof Json.Obj object)) {
            return invalid(Optional.empty(), "A message is an object, not " + value.kind() + ".");
        }
        Optional<Json> id = object.find("id").filter(RpcText::isId);
        boolean answers = object.find("method").isEmpty() && isAnswer(object);
        if (!object.text("jsonrpc").equals(Optional.of("2.0"))) {
            Parsed.Broken broken = invalid(id, "The field jsonrpc must be \"2.0\".");
            return answers ? new Parsed.Broken(id, broken.error(), false) : broken;
        }
        return answers ? answer(object, id) : question(object, id);
    }

    private static boolean isAnswer(Json.Obj object) {
        return object.find("result").isPresent() || object.find("error").isPresent();
    }

    /// Null is a legal id in JSON-RPC only for errors.
    private static boolean isId(Json id) {
        return id instanceof Json.Str || id instanceof Json.Num;
    }

    private static Parsed question(Json.Obj object, Optional<Json> id) {
        if (!(object.find("method").orElse(Json.Null.VALUE) instanceof Json.Str(String method))) {
            return invalid(id, "The field method must be a string.");
        }
        if (object.find("id").isPresent() && id.isEmpty()) {
            return invalid(id, "The field id must be a string or a number.");
        }
        Json params = object.find("params").orElse(Json.Obj.EMPTY);
        if (!(params instanceof Json.Obj named)) {
            return new Parsed.Broken(
                    id,
                    RpcError.invalidParams(
                            "The field params must be an object, not %s.".formatted(params.kind())),
                    id.isPresent());
        }
        return new Parsed.One(
                id.isPresent()
                        ? new RpcMessage.Request(id.get(), method, named)
                        : new RpcMessage.Notification(method, named));
    }

    private static Parsed answer(Json.Obj object, Optional<Json> id) {
        Optional<Json> result = object.find("result");
        if (object.find("error").isEmpty()) {
            return id.isPresent()
                    ? new Parsed.One(new RpcMessage.Result(id.get(), result.orElseThrow()))
                    : useless("An answer without an id.");
        }
        if (result.isPresent() || !(object.find("error").get() instanceof Json.Obj error)) {
            return useless("An answer has either a result or an error object.");
        }
        int code =
                error.find("code").orElse(Json.Null.VALUE) instanceof Json.Num number
                        ? number.asLong().map(it -> (int) (long) it).orElse(0)
                        : 0;
        String message = error.text("message").orElse("The peer gave no reason.");
        return new Parsed.One(
                new RpcMessage.Failure(id, new RpcError(code, message, error.find("data"))));
    }

    private static Parsed useless(String why) {
        return new Parsed.Broken(
                Optional.empty(), RpcError.of(RpcError.INVALID_REQUEST, why), false);
    }

    private static Parsed.Broken invalid(Optional<Json> id, String message) {
        return new Parsed.Broken(id, RpcError.of(RpcError.INVALID_REQUEST, message), true);
    }

    /// Writes a message on one line.
    public static String write(RpcMessage message) {
        return JsonText.write(json(message, false));
    }

    /// The message as a value, for batches.
    public static Json.Obj json(RpcMessage message) {
        return json(message, false);
    }

    static Json.Obj json(RpcMessage message, boolean nullId) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("jsonrpc", new Json.Str("2.0"));
        switch (message) {
            case RpcMessage.Request(Json id, String method, Json.Obj params) -> {
                fields.put("id", id);
                fields.put("method", new Json.Str(method));
                fields.put("params", params);
            }
            case RpcMessage.Notification(String method, Json.Obj params) -> {
                fields.put("method", new Json.Str(method));
                if (!params.fields().isEmpty()) {
                    fields.put("params", params);
                }
            }
            case RpcMessage.Result(Json id, Json result) -> {
                fields.put("id", id);
                fields.put("result", result);
            }
            case RpcMessage.Failure(Optional<Json> id, RpcError error) -> {
                if (id.isPresent() || nullId) {
                    fields.put("id", id.orElse(Json.Null.VALUE));
                }
                fields.put("error", json(error));
            }
        }
        return new Json.Obj(fields);
    }

    private static Json.Obj json(RpcError error) {
        Json.Obj object =
                Json.Obj.EMPTY
                        .with("code", Json.Num.of(error.code()))
                        .with("message", error.message());
        return error.data().isPresent() ? object.with("data", error.data().get()) : object;
    }
}
