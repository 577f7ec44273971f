package dev.deft.run;

import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.script.Scripts;
import dev.deft.tool.Tool;
import dev.deft.tool.Touch;
import java.util.List;

/// A call that names a tool and fits it. The gates decide by what it would touch.
///
/// @param arguments as the caller gave them, checked
/// @param scripts what the gates have read of the scripts among the touches
/// @param touches at least one; a call that touches nothing touches [Touch#NOTHING]
public record Prepared<P extends Record>(
        String callId,
        Tool<P> tool,
        P params,
        Json.Obj arguments,
        Limits limits,
        List<Touch> touches,
        Scripts scripts) {

    public Prepared(
            String callId,
            Tool<P> tool,
            P params,
            Json.Obj arguments,
            Limits limits,
            List<Touch> touches) {
        this(callId, tool, params, arguments, limits, touches, new Scripts());
    }

    public String toolId() {
        return tool.spec().id();
    }
}
