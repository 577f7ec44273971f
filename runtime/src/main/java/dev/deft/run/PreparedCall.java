package dev.deft.run;

import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.script.ParsedScripts;
import dev.deft.tool.Tool;
import dev.deft.tool.Touch;
import java.util.List;

/// A call that names a tool and fits it. The gates decide by what it would touch.
///
/// @param arguments as the caller gave them, checked and where need be converted
/// @param mode how it is to run; the gates narrow it
/// @param scripts what the gates have read of the scripts among the touches
/// @param touches at least one; a call that touches nothing touches [Touch#NOTHING]
/// @param origin where it comes from, for the tool
public record PreparedCall<P extends Record>(
        String callId,
        Tool<P> tool,
        P params,
        Json.Obj arguments,
        Limits limits,
        List<Touch> touches,
        Mode mode,
        ParsedScripts scripts,
        CallOrigin origin) {

    public PreparedCall(
            String callId,
            Tool<P> tool,
            P params,
            Json.Obj arguments,
            Limits limits,
            List<Touch> touches) {
        this(
                callId,
                tool,
                params,
                arguments,
                limits,
                touches,
                Mode.FULL,
                new ParsedScripts(),
                CallOrigin.UNKNOWN);
    }

    /// The same call, run in a mode.
    public PreparedCall<P> in(Mode mode) {
        return mode == this.mode
                ? this
                : new PreparedCall<>(
                        callId, tool, params, arguments, limits, touches, mode, scripts, origin);
    }

    public String toolId() {
        return tool.spec().id();
    }
}
