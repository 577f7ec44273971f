package dev.deft.agent.session;

import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.run.Prepared;
import dev.deft.run.ToolCall;
import dev.deft.tool.Capability;
import dev.deft.tool.Envelope;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Calls of a tool that does nothing, as the road writes them down.
final class SomeCalls {

    static final Touch NOTHING = Touch.naming("");
    static final Touch WRITE = new Touch(Capability.FS_WRITE, "a");

    private SomeCalls() {}

    record None() {}

    private static final class Nothing implements Tool<None> {

        @Override
        public ToolSpec<None> spec() {
            return ToolSpec.of("nothing", None.class, ToolCategory.CUSTOM, ToolKind.OTHER);
        }

        @Override
        public ToolResult run(None params, Host host) {
            return ToolResult.output(params, "", "");
        }
    }

    static ToolCall call(String id) {
        return ToolCall.of(id, "nothing", Json.Obj.EMPTY);
    }

    static Prepared<None> prepared(Touch touch) {
        return new Prepared<>(
                "1", new Nothing(), new None(), Json.Obj.EMPTY, Limits.DEFAULT, List.of(touch));
    }

    static void intent(SessionLog log, String id) throws IOException {
        log.intent(call(id), prepared(WRITE));
    }

    static void result(SessionLog log, String id) throws IOException {
        var envelope =
                new Envelope(
                        id,
                        ToolResult.output(new None(), "", "t"),
                        Instant.EPOCH,
                        Duration.ZERO,
                        Optional.empty());
        log.result(call(id), Optional.empty(), envelope);
    }
}
