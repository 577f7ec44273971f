package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolSpec;
import java.util.EnumSet;
import java.util.Set;

/// What clients are told about the effects of a tool.
final class ToolHints {

    private static final Set<ToolKind> LOOKING = EnumSet.of(ToolKind.READ, ToolKind.SEARCH);

    private ToolHints() {}

    /// Only what follows from kind and requirements: a tool that might change something is not
    /// called read-only.
    static Json.Obj of(ToolSpec<?> spec) {
        RequirementSet requires = spec.requires();
        boolean touchesNothing = requires.write().isEmpty() && requires.shell().isEmpty();
        boolean readOnly = LOOKING.contains(spec.kind()) && touchesNothing;
        boolean open = !requires.hosts().isEmpty() || !requires.shell().isEmpty();
        Json.Obj hints =
                Json.Obj.EMPTY
                        .with("readOnlyHint", new Json.Bool(readOnly))
                        .with(
                                "openWorldHint",
                                new Json.Bool(open || spec.kind() == ToolKind.FETCH));
        return readOnly
                ? hints
                : hints.with("destructiveHint", new Json.Bool(destroys(spec, requires)))
                        .with("idempotentHint", new Json.Bool(false));
    }

    private static boolean destroys(ToolSpec<?> spec, RequirementSet requires) {
        return switch (spec.kind()) {
            case EDIT, DELETE, MOVE, EXECUTE -> true;
            case READ, SEARCH, THINK, SWITCH_MODE ->
                    !requires.write().isEmpty() || !requires.shell().isEmpty();
            case FETCH, OTHER -> !requires.isEmpty();
        };
    }
}
