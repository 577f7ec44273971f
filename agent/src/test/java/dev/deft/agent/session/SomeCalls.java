package dev.deft.agent.session;

import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.registry.DialectTool;
import dev.deft.registry.Parameters;
import dev.deft.run.PreparedCall;
import dev.deft.run.ToolCall;
import dev.deft.tool.Capability;
import dev.deft.tool.Description;
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

/// Calls of a tool that does nothing, as the call pipeline logs them.
public final class SomeCalls {

    public static final Touch NOTHING = Touch.naming("");
    public static final Touch WRITE = new Touch(Capability.FS_WRITE, "a");

    private SomeCalls() {}

    public record None() {}

    private static final class Nothing implements Tool<None> {

        @Override
        public ToolSpec<None> spec() {
            return ToolSpec.of("nothing", None.class, ToolCategory.DATA, ToolKind.OTHER);
        }

        @Override
        public ToolResult run(None params, Host host) {
            return ToolResult.output(params, "", "");
        }
    }

    public static ToolCall call(String id) {
        return ToolCall.of(id, "nothing", Json.Obj.EMPTY);
    }

    public static PreparedCall<None> prepared(Touch touch) {
        return new PreparedCall<>(
                "1", new Nothing(), new None(), Json.Obj.EMPTY, Limits.DEFAULT, List.of(touch));
    }

    public static void intent(OpenLog log, String id) throws IOException {
        log.intent(call(id), prepared(WRITE));
    }

    public static void result(OpenLog log, String id) throws IOException {
        log.log().result(call(id), Optional.empty(), envelope(id));
    }

    static DialectTool tool() {
        return new DialectTool(
                "Nothing",
                new Description.Text("does nothing"),
                new Parameters.OfRecord(None.class),
                new Nothing(),
                DialectTool.ArgumentMapper.SAME,
                Limits.DEFAULT);
    }

    static Envelope envelope(String id) {
        return new Envelope(
                id,
                ToolResult.output(new None(), "", "t"),
                Instant.EPOCH,
                Duration.ZERO,
                Optional.empty());
    }
}
