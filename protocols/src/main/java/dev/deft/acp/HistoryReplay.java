package dev.deft.acp;

import dev.deft.agent.model.Part;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.Transcript;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Sends a recorded session as the updates of its conversation.
///
/// @param updates of the session
/// @param calls shows its calls
/// @param ids gives calls ids that are unique in the session
record HistoryReplay(SessionUpdates updates, ToolCallView calls, UnaryOperator<String> ids) {

    void send(SessionHistory history) {
        Optional<Json.Obj> plan = Optional.empty();
        for (Transcript.Item item : history.items()) {
            if (item.first().body() instanceof Entry.User user) {
                parts("user_message_chunk", item, user.parts());
            }
            if (item.first().body() instanceof Entry.Assistant said) {
                parts("agent_message_chunk", item, said.parts());
            }
            for (Transcript.ItemCall call : item.calls()) {
                Json arguments = parsed(call.arguments());
                call(call, arguments);
                Optional<Json.Obj> later = plan(call, arguments);
                plan = later.isPresent() ? later : plan;
            }
        }
        plan.ifPresent(it -> updates.send("plan", it));
    }

    private void parts(String kind, Transcript.Item item, List<Part> parts) {
        String id = "msg_" + item.first().id();
        for (Part part : parts) {
            switch (part) {
                case Part.Text(String text) -> {
                    if (!text.isEmpty()) {
                        updates.chunk(kind, id, ContentBlocks.text(text));
                    }
                }
                case Part.Reasoning(String text, _) -> {
                    if (!text.isBlank()) {
                        updates.chunk("agent_thought_chunk", id + "t", ContentBlocks.text(text));
                    }
                }
                case Part.Media(String type, var content) -> {
                    if (type.startsWith("image/")) {
                        updates.chunk(kind, id, ContentBlocks.image(type, content));
                    }
                }
                case Part.Call _ -> {}
            }
        }
    }

    private void call(Transcript.ItemCall call, Json arguments) {
        String id = ids.apply(call.callId());
        updates.send(
                "tool_call",
                Json.Obj.EMPTY
                        .with("toolCallId", id)
                        .withAll(calls.begun(call.tool(), arguments))
                        .with("status", "pending"));
        Json.Obj ended =
                call.result()
                        .map(it -> ended(call.tool(), it))
                        .orElseGet(() -> Json.Obj.EMPTY.with("status", "failed"));
        updates.send("tool_call_update", Json.Obj.EMPTY.with("toolCallId", id).withAll(ended));
    }

    private Json.Obj ended(String tool, Entry.Result result) {
        Json.Obj metadata =
                result.envelope().find("metadata").orElse(Json.Null.VALUE) instanceof Json.Obj it
                        ? it
                        : Json.Obj.EMPTY;
        return calls.ended(
                tool,
                result.failed(),
                metadata.text("title").orElse(""),
                result.envelope(),
                List.of(),
                images(result));
    }

    /// The images of a result, as content of its call.
    static List<Json> images(Entry.Result result) {
        List<Json> all = new ArrayList<>();
        for (Part.Media it : result.media()) {
            if (it.mimeType().startsWith("image/")) {
                all.add(ContentBlocks.ofCall(ContentBlocks.image(it.mimeType(), it.content())));
            }
        }
        return all;
    }

    private Optional<Json.Obj> plan(Transcript.ItemCall call, Json arguments) {
        return call.result()
                .filter(it -> !it.failed())
                .flatMap(it ->
                        PlanEntries.of(
                                calls.id(call.tool()),
                                arguments,
                                ToolCallView.data(it.envelope())));
    }

    private static Json parsed(String arguments) {
        try {
            return JsonText.parse(arguments.isBlank() ? "{}" : arguments);
        } catch (JsonSyntaxException _) {
            return new Json.Str(arguments);
        }
    }
}
