package dev.deft.run;

import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.reference.PassedReference;
import dev.deft.reference.ReferenceArguments;
import dev.deft.script.ParsedScripts;
import dev.deft.tool.Capability;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.util.List;

/// A validated call. The gates decide by its touches.
///
/// @param arguments of the caller, validated and converted if necessary
/// @param mode to run in; the gates may restrict it
/// @param scripts caches the parsed scripts for the gates
/// @param touches at least one; a call that touches nothing touches [Touch#NOTHING]
/// @param origin of the call, for the tool
/// @param references results among the arguments that the caller named
public record PreparedCall<P extends Record>(
        String callId,
        Tool<P> tool,
        P params,
        Json.Obj arguments,
        Limits limits,
        List<Touch> touches,
        Mode mode,
        ParsedScripts scripts,
        CallOrigin origin,
        List<PassedReference> references) {

    public PreparedCall {
        references = List.copyOf(references);
    }

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
                CallOrigin.UNKNOWN,
                List.of());
    }

    /// The same call in another mode.
    public PreparedCall<P> in(Mode mode) {
        return mode == this.mode
                ? this
                : new PreparedCall<>(
                        callId,
                        tool,
                        params,
                        arguments,
                        limits,
                        touches,
                        mode,
                        scripts,
                        origin,
                        references);
    }

    /// The arguments as the log records them: with the names of results instead of the results.
    public Json.Obj recordedArguments() {
        return ReferenceArguments.restored(arguments, references);
    }

    /// Whether it does nothing but read and change files, which it can only through its host.
    public boolean worksOnFilesOnly() {
        ToolSpec<P> spec = tool.spec();
        if (spec.category() != ToolCategory.FILE
                || !isForFiles(spec.kind())
                || !spec.requires().hosts().isEmpty()
                || !spec.requires().shell().isEmpty()) {
            return false;
        }
        for (Touch touch : touches) {
            if (touch.capability() != Capability.FS_READ
                    && touch.capability() != Capability.FS_WRITE) {
                return false;
            }
        }
        return true;
    }

    private static boolean isForFiles(ToolKind kind) {
        return switch (kind) {
            case READ, SEARCH, EDIT, MOVE, DELETE -> true;
            case EXECUTE, FETCH, THINK, SWITCH_MODE, OTHER -> false;
        };
    }

    public String toolId() {
        return tool.spec().id();
    }
}
