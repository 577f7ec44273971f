package dev.deft.server.live;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What moments said so far of an answer and of calls that no entry has yet. Not thread-safe.
final class UnfinishedAnswer {

    /// How many characters of each text are kept: the last ones.
    private static final int MOST = 256 * 1024;

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final Map<String, RunningCall> calls = new LinkedHashMap<>();

    private static final class RunningCall {

        private final String tool;
        private final StringBuilder text = new StringBuilder();
        private Optional<String> title = Optional.empty();

        RunningCall(String tool) {
            this.tool = tool;
        }

        Json json(String id) {
            Json.Obj call =
                    Json.Obj.EMPTY.with("id", id).with("tool", tool).with("text", text.toString());
            return title.map(it -> call.with("title", it)).orElse(call);
        }
    }

    void add(Json.Obj moment) {
        String id = moment.text("id").orElse("");
        switch (moment.text("type").orElse("")) {
            case "text" -> append(text, moment.text("delta").orElse(""));
            case "reasoning" -> append(reasoning, moment.text("delta").orElse(""));
            // The entry of the answer is stored when its tokens are told.
            case "usage", "retry" -> clearAnswer();
            case "tool_call" -> calls.put(id, new RunningCall(moment.text("tool").orElse("")));
            case "tool_progress" -> progress(id, moment);
            case "tool_result" -> calls.remove(id);
            case "session", "result" -> clear();
            default -> {}
        }
    }

    private void progress(String id, Json.Obj moment) {
        RunningCall call = calls.get(id);
        if (call != null) {
            append(call.text, moment.text("text").orElse(""));
            call.title = moment.text("title").or(() -> call.title);
        }
    }

    private static void append(StringBuilder to, String more) {
        to.append(more);
        if (to.length() > MOST) {
            to.delete(0, to.length() - MOST);
        }
    }

    private void clearAnswer() {
        text.setLength(0);
        reasoning.setLength(0);
    }

    void clear() {
        clearAnswer();
        calls.clear();
    }

    boolean isEmpty() {
        return text.isEmpty() && reasoning.isEmpty() && calls.isEmpty();
    }

    Json.Obj json() {
        List<Json> running = new ArrayList<>();
        calls.forEach((id, call) -> running.add(call.json(id)));
        return Json.Obj.EMPTY
                .with("text", text.toString())
                .with("reasoning", reasoning.toString())
                .with("calls", new Json.Arr(running));
    }
}
