package dev.deft.agent.model.wires;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Puts a conversation together from requests of one message each, in the plainest way.
final class SeparateMessages {

    private SeparateMessages() {}

    /// @param request the conversation of a first request
    static List<Json> of(Prompt prompt, Function<Prompt, List<Json>> request) {
        List<Json> all = new ArrayList<>(request.apply(with(prompt, List.of(), prompt.system())));
        for (Message message : picturesMoved(prompt.messages())) {
            all.addAll(request.apply(with(prompt, List.of(message), List.of())));
        }
        boolean merged = all.stream().anyMatch(it -> it.toString().contains("cache_control"));
        return merged ? marked(merged(all)) : all;
    }

    private static Prompt with(Prompt prompt, List<Message> messages, List<String> system) {
        return new Prompt(system, messages, prompt.tools(), prompt.maxTokens(), prompt.sampling());
    }

    private static List<Message> picturesMoved(List<Message> messages) {
        List<Message> all = new ArrayList<>();
        List<Part> waiting = new ArrayList<>();
        for (Message message : messages) {
            if (!(message instanceof Message.User)) {
                all.add(message);
            }
            List<Part> parts = new ArrayList<>();
            if (!(message instanceof Message.Assistant) && !waiting.isEmpty()) {
                parts.add(new Part.Text("The pictures of your previous answer:"));
                parts.addAll(waiting);
                waiting.clear();
            }
            switch (message) {
                case Message.User(List<Part> own) -> parts.addAll(own);
                case Message.Assistant it -> waiting.addAll(it.pictures());
                case Message.Results _ -> {}
            }
            if (!parts.isEmpty()) {
                all.add(new Message.User(parts));
            }
        }
        return all;
    }

    /// As the Messages wire wants them: one message for each change of the role, results first.
    private static List<Json> merged(List<Json> all) {
        List<Json> merged = new ArrayList<>();
        for (Json each : all) {
            Json.Obj next = (Json.Obj) each;
            boolean same =
                    !merged.isEmpty()
                            && ((Json.Obj) merged.getLast()).text("role").equals(next.text("role"));
            List<Json> blocks = new ArrayList<>(same ? content(merged.removeLast()) : List.of());
            content(next).forEach(it -> blocks.add(((Json.Obj) it).without("cache_control")));
            List<Json> sorted = new ArrayList<>(blocks);
            sorted.removeIf(it -> !isResult(it));
            blocks.removeIf(SeparateMessages::isResult);
            sorted.addAll(blocks);
            merged.add(next.with("content", new Json.Arr(sorted)));
        }
        return merged;
    }

    private static List<Json> content(Json message) {
        return ((Json.Arr) ((Json.Obj) message).find("content").orElseThrow()).items();
    }

    private static boolean isResult(Json block) {
        return ((Json.Obj) block).text("type").orElse("").equals("tool_result");
    }

    private static List<Json> marked(List<Json> all) {
        int left = 2;
        for (int at = all.size() - 1; at >= 0 && left > 0; at--) {
            Json.Obj message = (Json.Obj) all.get(at);
            if (message.text("role").orElse("").equals("user")) {
                List<Json> blocks = new ArrayList<>(content(message));
                Json.Obj last = (Json.Obj) blocks.removeLast();
                blocks.add(last.with("cache_control", Json.Obj.EMPTY.with("type", "ephemeral")));
                all.set(at, message.with("content", new Json.Arr(blocks)));
                left--;
            }
        }
        return all;
    }
}
