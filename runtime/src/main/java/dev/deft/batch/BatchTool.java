package dev.deft.batch;

import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.run.Delegating;
import dev.deft.tool.Attachment;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Runs several calls side by side.
public final class BatchTool implements Tool<BatchTool.Params>, Delegating {

    private static final int MOST_CALLS = 25;

    /// Each call has a timeout of its own.
    private static final Duration TIMEOUT = Duration.ofDays(1);

    public record Params(
            @Doc("The calls, in the order of their results") @Bounds(min = 1, max = MOST_CALLS)
                    List<Call> calls) {

        public Params {
            calls = List.copyOf(calls);
        }
    }

    /// One of the calls.
    public record Call(
            @Doc("The name of a tool") @Bounds(min = 1, max = 200) String tool,
            @Doc("Its arguments") Json.Obj args) {}

    /// The results, in the order of the calls.
    public record Data(List<Result> results) {

        public Data {
            results = List.copyOf(results);
        }
    }

    /// The result of a call, as if it had been made alone.
    public record Result(String tool, Json result) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "batch",
                        Params.class,
                        ToolCategory.SYSTEM,
                        ToolKind.OTHER,
                        Map.of("most", MOST_CALLS))
                .within(Limits.DEFAULT.withTimeout(TIMEOUT));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        List<BatchCalls.Answer> answers =
                host.handle(BatchCalls.class)
                        .run(
                                params.calls().stream()
                                        .map(it -> new BatchCalls.Request(it.tool(), it.args()))
                                        .toList());
        List<Attachment> attachments = new ArrayList<>();
        var text = new StringBuilder();
        int failed = 0;
        for (int i = 0; i < answers.size(); i++) {
            BatchCalls.Answer it = answers.get(i);
            boolean bad = it.envelope().failed();
            failed += bad ? 1 : 0;
            text.append(
                    "[%d: %s%s]\n%s\n"
                            .formatted(i + 1, it.tool(), bad ? " failed" : "", it.text().strip()));
            if (it.envelope().result() instanceof ToolResult.Output output) {
                attachments.addAll(output.attachments());
            }
        }
        return ToolResult.output(
                        new Data(
                                answers.stream()
                                        .map(it -> new Result(it.tool(), it.shown()))
                                        .toList()),
                        text.toString(),
                        failed == 0
                                ? "%d calls".formatted(answers.size())
                                : "%d calls, %d failed".formatted(answers.size(), failed))
                .with(attachments);
    }
}
