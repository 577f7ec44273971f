package dev.deft.app.cli;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A request to a model, read the same way from either wire.
///
/// @param body the whole request as it came
record Asked(String wire, String body, List<ModelMessage> messages, boolean hasTools) {

    /// One piece of the conversation.
    sealed interface ModelMessage {}

    record User(String text) implements ModelMessage {}

    record Assistant(String text, List<Call> calls) implements ModelMessage {}

    record Result(String id, String text) implements ModelMessage {}

    record Call(String id, String tool, String arguments) {}

    static Asked of(String wire, String body) {
        try {
            Json.Obj request = JsonText.parseObject(body);
            List<ModelMessage> messages = new ArrayList<>();
            for (Json it : list(request, "messages")) {
                messages.addAll(messages((Json.Obj) it));
            }
            return new Asked(wire, body, messages, request.find("tools").isPresent());
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("the request is no JSON", e);
        }
    }

    private static List<ModelMessage> messages(Json.Obj message) {
        return switch (message.text("role").orElse("")) {
            case "user" -> fromUser(message);
            case "assistant" -> List.of(fromAssistant(message));
            case "tool" ->
                    List.of(new Result(message.text("tool_call_id").orElse(""), content(message)));
            default -> List.of();
        };
    }

    private static List<ModelMessage> fromUser(Json.Obj message) {
        List<ModelMessage> messages = new ArrayList<>();
        if (message.text("content").isPresent()) {
            messages.add(new User(message.text("content").get()));
        }
        for (Json it : list(message, "content")) {
            Json.Obj block = (Json.Obj) it;
            messages.add(
                    block.text("type").orElse("").equals("tool_result")
                            ? new Result(block.text("tool_use_id").orElse(""), content(block))
                            : new User(block.text("text").orElse("")));
        }
        return messages;
    }

    private static Assistant fromAssistant(Json.Obj message) {
        List<Call> calls = new ArrayList<>();
        for (Json it : list(message, "content")) {
            Json.Obj block = (Json.Obj) it;
            if (block.text("type").orElse("").equals("tool_use")) {
                calls.add(
                        new Call(
                                block.text("id").orElse(""),
                                block.text("name").orElse(""),
                                JsonText.write(block.find("input").orElse(Json.Null.VALUE))));
            }
        }
        for (Json it : list(message, "tool_calls")) {
            Json.Obj function = (Json.Obj) ((Json.Obj) it).find("function").orElseThrow();
            calls.add(
                    new Call(
                            ((Json.Obj) it).text("id").orElse(""),
                            function.text("name").orElse(""),
                            function.text("arguments").orElse("")));
        }
        return new Assistant(content(message), calls);
    }

    private static String content(Json.Obj holder) {
        var text = new StringBuilder(holder.text("content").orElse(""));
        list(holder, "content").forEach(it -> ((Json.Obj) it).text("text").ifPresent(text::append));
        return text.toString();
    }

    private static List<Json> list(Json.Obj holder, String name) {
        return holder.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items)
                ? items
                : List.of();
    }

    /// How many answers the conversation already has.
    int answers() {
        return (int) messages.stream().filter(Assistant.class::isInstance).count();
    }

    List<Result> results() {
        return messages.stream().filter(Result.class::isInstance).map(Result.class::cast).toList();
    }

    List<Call> calls() {
        return messages.stream()
                .filter(Assistant.class::isInstance)
                .flatMap(it -> ((Assistant) it).calls().stream())
                .toList();
    }

    /// What the calls of the last answer came to.
    List<String> lastResults() {
        List<String> last = new ArrayList<>();
        for (ModelMessage message : messages.reversed()) {
            if (message instanceof Assistant) {
                break;
            }
            if (message instanceof Result result) {
                last.addFirst(result.text());
            }
        }
        return last;
    }

    /// What a provider would find wrong with the order of things: each call is answered once, right
    /// after it and in the order of the calls, and nothing else is.
    Optional<String> objection() {
        List<String> owed = new ArrayList<>();
        if (messages.isEmpty() || !(messages.getFirst() instanceof User)) {
            return Optional.of("the conversation does not begin with the user");
        }
        for (ModelMessage message : messages) {
            if (message instanceof Result(String id, String _)) {
                if (owed.isEmpty() || !owed.removeFirst().equals(id)) {
                    return Optional.of("the result " + id + " answers no call at its place");
                }
                continue;
            }
            if (!owed.isEmpty()) {
                return Optional.of("the calls " + owed + " have no result");
            }
            if (message instanceof Assistant(String _, List<Call> calls)) {
                calls.forEach(it -> owed.add(it.id()));
                if (owed.stream().distinct().count() < owed.size()) {
                    return Optional.of("an id is used twice in " + owed);
                }
            }
        }
        return owed.isEmpty()
                ? Optional.empty()
                : Optional.of("the calls " + owed + " have no result");
    }
}
