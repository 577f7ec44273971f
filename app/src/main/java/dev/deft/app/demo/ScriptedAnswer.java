package dev.deft.app.demo;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;

/// One answer of the scripted model: text and calls.
public record ScriptedAnswer(String text, List<Call> calls) {

    public ScriptedAnswer {
        calls = List.copyOf(calls);
    }

    public static ScriptedAnswer saying(String text) {
        return new ScriptedAnswer(text, List.of());
    }

    public ScriptedAnswer calling(String tool, Json.Obj arguments) {
        List<Call> all = new ArrayList<>(calls);
        all.add(new Call(tool, arguments));
        return new ScriptedAnswer(text, all);
    }

    /// A tool and its arguments.
    public record Call(String tool, Json.Obj arguments) {}
}
