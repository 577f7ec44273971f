package dev.deft.app.demo;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;

/// One answer of the scripted model: what it says, and what it calls.
public record Step(String text, List<Call> calls) {

    public Step {
        calls = List.copyOf(calls);
    }

    public static Step saying(String text) {
        return new Step(text, List.of());
    }

    public Step calling(String tool, Json.Obj arguments) {
        List<Call> all = new ArrayList<>(calls);
        all.add(new Call(tool, arguments));
        return new Step(text, all);
    }

    /// A tool and its arguments.
    public record Call(String tool, Json.Obj arguments) {}
}
