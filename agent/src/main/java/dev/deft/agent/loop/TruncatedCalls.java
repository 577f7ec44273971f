package dev.deft.agent.loop;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the call in which an answer was truncated, and removes its partial arguments: every later
/// request would contain them.
///
/// @param answer without the partial arguments
/// @param call the id of the truncated call
/// @param tool its tool
/// @param tokens the maximum length of the answer
record TruncatedCalls(Answer answer, Optional<String> call, String tool, int tokens) {

    static TruncatedCalls of(Answer answer, int tokens) {
        List<Part.Call> calls = answer.message().calls();
        if (answer.stop() != Answer.Stop.LENGTH || calls.isEmpty() || isWhole(calls.getLast())) {
            return new TruncatedCalls(answer, Optional.empty(), "", tokens);
        }
        Part.Call last = calls.getLast();
        List<Part> parts = new ArrayList<>();
        for (Part part : answer.message().parts()) {
            parts.add(part.equals(last) ? new Part.Call(last.callId(), last.tool(), "{}") : part);
        }
        return new TruncatedCalls(
                new Answer(
                        new Message.Assistant(parts),
                        answer.stop(),
                        answer.usage(),
                        answer.model()),
                Optional.of(last.callId()),
                last.tool(),
                tokens);
    }

    /// Empty arguments count as truncated.
    private static boolean isWhole(Part.Call call) {
        return call.argumentsJson() instanceof Json.Obj(var fields) && !fields.isEmpty();
    }

    boolean isTruncated(Part.Call other) {
        return call.filter(other.callId()::equals).isPresent();
    }

    /// The error message for the model.
    String message() {
        return "your answer was cut at %d tokens in the middle of this call, so nothing of it was run. Do it in smaller pieces: several calls, each well below that length"
                .formatted(tokens);
    }
}
