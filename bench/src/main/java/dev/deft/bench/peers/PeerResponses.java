package dev.deft.bench.peers;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// OpenAI's Responses.
record PeerResponses() implements ModelWire {

    private static final Set<String> OUTPUTS =
            Set.of("function_call_output", "custom_tool_call_output");

    @Override
    public List<ToolOutcome> results(Json.Obj request) {
        return ModelWire.objects(request, "input")
                .filter(it -> OUTPUTS.contains(it.text("type").orElse("")))
                .map(it ->
                        ToolOutcome.of(
                                it.text("call_id").orElse(""),
                                it.find("output").orElse(new Json.Str("")),
                                false))
                .toList();
    }

    /// Some clients declare tools in an item of the input.
    @Override
    public List<Json> tools(Json.Obj request) {
        return Stream.concat(
                        ModelWire.objects(request, "tools"),
                        ModelWire.objects(request, "input")
                                .flatMap(it -> ModelWire.objects(it, "tools")))
                .<Json>map(it -> it)
                .toList();
    }

    @Override
    public String whole(Answer answer) {
        return JsonText.write(response(answer, "completed", List.of(item(answer, "completed"))));
    }

    @Override
    public String stream(Answer answer) {
        var events = new Events();
        Json.Obj opening = response(answer, "in_progress", List.of());
        events.add("response.created", Json.Obj.EMPTY.with("response", opening));
        events.add("response.in_progress", Json.Obj.EMPTY.with("response", opening));
        Json.Obj item = item(answer, "completed");
        Json.Obj where =
                Json.Obj.EMPTY
                        .with("item_id", item.text("id").orElseThrow())
                        .with("output_index", Json.Num.of(0));
        events.add("response.output_item.added", withItem(begun(answer)));
        if (answer.call().isEmpty()) {
            text(events, where.with("content_index", Json.Num.of(0)), answer.text());
        } else {
            String field = field(answer);
            String name =
                    field.equals("input")
                            ? "response.custom_tool_call_input"
                            : "response.function_call_arguments";
            Json value = item.find(field).orElseThrow();
            events.add(name + ".delta", where.with("delta", value));
            events.add(name + ".done", where.with(field, value));
        }
        events.add("response.output_item.done", withItem(item));
        events.add(
                "response.completed",
                Json.Obj.EMPTY.with("response", response(answer, "completed", List.of(item))));
        return events.text.toString();
    }

    private static void text(Events events, Json.Obj where, String text) {
        events.add("response.content_part.added", where.with("part", part("")));
        events.add("response.output_text.delta", where.with("delta", text));
        events.add("response.output_text.done", where.with("text", text));
        events.add("response.content_part.done", where.with("part", part(text)));
    }

    private static Json.Obj withItem(Json.Obj item) {
        return Json.Obj.EMPTY.with("output_index", Json.Num.of(0)).with("item", item);
    }

    private static Json.Obj part(String text) {
        return Json.Obj.of(Map.of("type", "output_text", "text", text, "annotations", List.of()));
    }

    /// The field of a call that has its arguments.
    private static String field(Answer answer) {
        return answer.call().orElseThrow() instanceof PeerCall.FreeForm ? "input" : "arguments";
    }

    private static Json.Obj begun(Answer answer) {
        Json.Obj item = item(answer, "in_progress");
        return answer.call().isPresent()
                ? item.with(field(answer), "")
                : item.with("content", new Json.Arr(List.of()));
    }

    private static Json.Obj item(Answer answer, String status) {
        Json.Obj base = Json.Obj.EMPTY.with("id", "item_" + answer.id()).with("status", status);
        if (answer.call().isEmpty()) {
            return base.with("type", "message")
                    .with("role", "assistant")
                    .with("content", new Json.Arr(List.of(part(answer.text()))));
        }
        Json.Obj call = base.with("call_id", answer.id()).with("name", answer.call().get().tool());
        return switch (answer.call().get()) {
            case PeerCall.Function it ->
                    call.with("type", "function_call")
                            .with("arguments", JsonText.write(it.arguments()));
            case PeerCall.FreeForm it ->
                    call.with("type", "custom_tool_call").with("input", it.input());
        };
    }

    private static Json.Obj response(Answer answer, String status, List<Json> output) {
        Map<String, ?> usage =
                Map.of(
                        "input_tokens",
                        1000,
                        "input_tokens_details",
                        Map.of("cached_tokens", 0),
                        "output_tokens",
                        20,
                        "output_tokens_details",
                        Map.of("reasoning_tokens", 0),
                        "total_tokens",
                        1020);
        Json.Obj response =
                Json.Obj.EMPTY
                        .with("id", "resp_" + answer.id())
                        .with("object", "response")
                        .with("created_at", Json.Num.of(System.currentTimeMillis() / 1000))
                        .with("status", status)
                        .with("model", "bench")
                        .with("output", new Json.Arr(output));
        return output.isEmpty() ? response : response.with("usage", Json.Obj.of(usage));
    }

    /// Events, numbered.
    private static final class Events {

        private final StringBuilder text = new StringBuilder();
        private int count;

        void add(String type, Json.Obj fields) {
            Json.Obj event = fields.with("type", type).with("sequence_number", Json.Num.of(count));
            text.append("event: %s\ndata: %s\n\n".formatted(type, JsonText.write(event)));
            count++;
        }
    }
}
