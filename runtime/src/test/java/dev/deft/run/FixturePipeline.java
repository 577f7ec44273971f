package dev.deft.run;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.registry.Dialect;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult.Failure;
import java.nio.file.Path;
import java.util.List;

/// A pipeline with one tool.
public record FixturePipeline(Path directory) {

    public static final Gates OPEN = new Gates(List.of(), Approver.HEADLESS);

    ToolRunner runner(FixtureTool tool, Gates gates, CallJournal journal) {
        return new ToolRunner(parts(tool, gates, journal));
    }

    PipelineParts parts(FixtureTool tool, Gates gates, CallJournal journal) {
        return PipelineParts.of(
                new LockedDialect(ToolRegistry.of(List.of(tool))),
                gates,
                new TestHosts(directory),
                journal);
    }

    /// A runner without gates and journal.
    ToolRunner runner(Dialect dialect) {
        return new ToolRunner(
                PipelineParts.of(dialect, OPEN, new TestHosts(directory), CallJournal.NONE));
    }

    /// A gate with one verdict for all calls.
    static Gate gate(Verdict verdict) {
        return new Gate() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public Verdict judge(PreparedCall<?> call) {
                return verdict;
            }
        };
    }

    public static ToolCall call(String text) {
        return ToolCall.of("c1", "fixture", Json.Obj.EMPTY.with("text", text));
    }

    public static ErrorCode code(Envelope envelope) {
        return ((Failure) envelope.result()).code();
    }
}
