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
record Asked(String wire, String body, List<Turn> turns, boolean hasTools) {

    /// One piece of the conversation.
    sealed interface Turn {}

    record User(String text) implements Turn {}

    record Assistant(String text, List<Call> calls) implements Turn {}

    record Result(String id, String text) implements Turn {}

    record Call(String id, String tool, String arguments) {}

    static Asked of(String wire, String body) {
        try {
            Json.Obj request = JsonText.parseObject(body);
            List<Turn> turns = new ArrayList<>();
            for (Json message : list(request, "messages")) {
                turns.addAll(turns((Json.Obj) message));
            }
            return new Asked(wire, body, turns, request.find("tools").isPresent());
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("the request is no JSON", e);
        }
    }

    private static List<Turn> turns(Json.Obj message) {
        return switch (message.text("role").orElse("")) {
            case "user" -> fromUser(message);
            case "assistant" -> List.of(fromAssistant(message));
            case "tool" ->
                    List.of(new Result(message.text("tool_call_id").orElse(""), content(message)));
            default -> List.of();
        };
    }

    private static List<Turn> fromUser(Json.Obj message) {
        List<Turn> turns = new ArrayList<>();
        if (message.text("content").isPresent()) {
            turns.add(new User(message.text("content").get()));
        }
        for (Json it : list(message, "content")) {
            Json.Obj block = (Json.Obj) it;
            turns.add(
                    block.text("type").orElse("").equals("tool_result")
                            ? new Result(block.text("tool_use_id").orElse(""), content(block))
                            : new User(block.text("text").orElse("")));
        }
        return turns;
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
        return (int) turns.stream().filter(Assistant.class::isInstance).count();
    }

    List<Result> results() {
        return turns.stream().filter(Result.class::isInstance).map(Result.class::cast).toList();
    }

    List<Call> calls() {
        return turns.stream()
                .filter(Assistant.class::isInstance)
                .flatMap(it -> ((Assistant) it).calls().stream())
                .toList();
    }

    /// What the calls of the last answer came to.
    List<String> lastResults() {
        List<String> last = new ArrayList<>();
        for (Turn turn : turns.reversed()) {
            if (turn instanceof Assistant) {
                break;
            }
            if (turn instanceof Result result) {
                last.addFirst(result.text());
            }
        }
        return last;
    }

    /// What a provider would find wrong with the order of things: each call is answered once, right
    /// after it and in the order of the calls, and nothing else is.
    Optional<String> objection() {
        List<String> owed = new ArrayList<>();
        if (turns.isEmpty() || !(turns.getFirst() instanceof User)) {
            return Optional.of("the conversation does not begin with the user");
        }
        for (Turn turn : turns) {
            if (turn instanceof Result(String id, String _)) {
                if (owed.isEmpty() || !owed.removeFirst().equals(id)) {
                    return Optional.of("the result " + id + " answers no call at its place");
                }
                continue;
            }
            if (!owed.isEmpty()) {
                return Optional.of("the calls " + owed + " have no result");
            }
            if (turn instanceof Assistant(String _, List<Call> calls)) {
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
