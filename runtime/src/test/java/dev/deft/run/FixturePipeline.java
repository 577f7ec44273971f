package dev.deft.run;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult.Failure;
import java.nio.file.Path;
import java.util.List;

/// The road of calls with one tool at its end.
public record FixturePipeline(Path directory) {

    public static final Gates OPEN = new Gates(List.of(), Approver.HEADLESS);

    ToolRunner runner(FixtureTool tool, Gates gates, CallJournal journal) {
        var registry = new ToolRegistry();
        registry.register(tool);
        return new ToolRunner(
                PipelineParts.of(
                        new LockedDialect(registry), gates, new TestHosts(directory), journal));
    }

    public static ToolCall call(String text) {
        return ToolCall.of("c1", "fixture", Json.Obj.EMPTY.with("text", text));
    }

    public static ErrorCode code(Envelope envelope) {
        return ((Failure) envelope.result()).code();
    }
}
