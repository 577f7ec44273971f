package dev.deft.agent.loop;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Makes the ids of the calls of one answer unique. Some servers give two calls the same id, or
/// none; providers reject requests with such calls, and the session could not continue.
final class CallIds {

    private CallIds() {}

    static Message.Assistant makeUnique(Message.Assistant answer) {
        List<Part.Call> calls = answer.calls();
        Set<String> different = new HashSet<>();
        for (Part.Call call : calls) {
            if (!call.callId().isBlank()) {
                different.add(call.callId());
            }
        }
        if (different.size() == calls.size()) {
            return answer;
        }
        Set<String> taken = new HashSet<>();
        calls.forEach(it -> taken.add(it.callId()));
        Set<String> given = new HashSet<>();
        return new Message.Assistant(
                answer.parts().stream().map(it -> makeUnique(it, given, taken)).toList());
    }

    private static Part makeUnique(Part part, Set<String> given, Set<String> taken) {
        if (!(part instanceof Part.Call call)
                || (!call.callId().isBlank() && given.add(call.callId()))) {
            return part;
        }
        String base = call.callId().isBlank() ? "call" : call.callId();
        int number = 2;
        while (!taken.add(base + "_" + number)) {
            number++;
        }
        return new Part.Call(base + "_" + number, call.tool(), call.arguments());
    }
}
