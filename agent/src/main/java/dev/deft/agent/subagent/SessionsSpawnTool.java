package dev.deft.agent.subagent;

import dev.deft.host.Host;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/// Gives a question to a sub-agent that only reads.
public final class SessionsSpawnTool implements Tool<SessionsSpawnTool.Params> {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    public record Params(
            @Doc("What to find out; the agent knows nothing of this conversation")
                    @Bounds(min = 1, max = TaskTool.MAX_PROMPT)
                    String prompt) {}

    /// What the sub-agent said.
    public record Data(String sessionId, String text) {}

    @Override
    public ToolSpec<Params> spec() {
        ToolSpec<Params> spec =
                ToolSpec.of(
                        "sessions_spawn",
                        Params.class,
                        ToolCategory.SYSTEM,
                        ToolKind.OTHER,
                        Map.of("minutes", TIMEOUT.toMinutes()));
        return spec.within(spec.limits().withTimeout(TIMEOUT));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        SubAgentOrder order = SubAgentOrder.of(SubAgentOrder.Role.READER, params.prompt());
        EndedSubAgent ended = host.handle(SubAgents.class).run(order);
        return ended.failed()
                .orElseGet(() ->
                        ToolResult.output(
                                new Data(ended.sessionId(), ended.report()),
                                ended.report(),
                                TaskTool.title(order)));
    }
}
