package dev.deft.guard;

import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.run.PreparedCall;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.util.List;

/// Makes calls for tests of gates.
///
/// @param requires what the tool declares
record GuardedCall(String toolId, RequirementSet requires, Json.Obj arguments) {

    record None() {}

    private record Fixture(String id, RequirementSet requires) implements Tool<None> {

        @Override
        public ToolSpec<None> spec() {
            return ToolSpec.of(id, None.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                    .requiring(requires);
        }

        @Override
        public ToolResult run(None params, Host host) {
            return ToolResult.output(params, "", "");
        }
    }

    static GuardedCall of(String toolId) {
        return new GuardedCall(toolId, RequirementSet.EVERYTHING, Json.Obj.EMPTY);
    }

    /// A call of `bash` that runs a script.
    static PreparedCall<None> bash(String script) {
        return of("bash").touching(Touch.running(script));
    }

    static Touch read(String path) {
        return new Touch(Capability.FS_READ, path);
    }

    static Touch write(String path) {
        return new Touch(Capability.FS_WRITE, path);
    }

    GuardedCall requiring(RequirementSet other) {
        return new GuardedCall(toolId, other, arguments);
    }

    GuardedCall with(String name, String value) {
        return with(name, new Json.Str(value));
    }

    GuardedCall with(String name, Json value) {
        return new GuardedCall(toolId, requires, arguments.with(name, value));
    }

    PreparedCall<None> touching(Touch... touches) {
        return new PreparedCall<>(
                "call-1",
                new Fixture(toolId, requires),
                new None(),
                arguments,
                Limits.DEFAULT,
                List.of(touches));
    }
}
