package dev.deft.acp;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Ids of calls that are unique in a session, also where a model uses its own ids again.
final class AcpCallIds {

    private final Map<String, String> current = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    /// The id of a new call.
    synchronized String begin(String callId) {
        String id = callId;
        for (int i = 2; !used.add(id); i++) {
            id = callId + "#" + i;
        }
        current.put(callId, id);
        return id;
    }

    /// The id of a call that has begun; of any other call, such as that of a sub-agent, its own.
    synchronized String of(String callId) {
        return current.getOrDefault(callId, callId);
    }
}
