package dev.deft.agent.subagent;

import dev.deft.host.Host;
import dev.deft.output.TerminalText;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Shows the sub-agents of the session that are at work, and stops one.
public final class SubagentsTool implements Tool<SubagentsTool.Params> {

    private static final int SHOWN = 200;

    public record Params(
            @Doc("Session of a sub-agent to stop") @Bounds(min = 1, max = 128)
                    Optional<String> stop) {}

    /// Those at work.
    public record Data(List<ActiveSubAgent> subagents) {

        public Data {
            subagents = List.copyOf(subagents);
        }
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("subagents", Params.class, ToolCategory.SYSTEM, ToolKind.READ)
                .watching();
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        SubAgents all = host.handle(SubAgents.class);
        if (params.stop().isPresent()) {
            all.stop(params.stop().get());
        }
        List<ActiveSubAgent> active = all.active();
        String stopped = params.stop().map(it -> "Stopped " + it + ".\n\n").orElse("");
        return ToolResult.output(
                new Data(active),
                stopped + text(active),
                active.size() == 1 ? "1 sub-agent" : active.size() + " sub-agents");
    }

    private static String text(List<ActiveSubAgent> active) {
        return active.isEmpty()
                ? "No sub-agents are at work."
                : active.stream().map(SubagentsTool::text).collect(Collectors.joining("\n\n"));
    }

    private static String text(ActiveSubAgent agent) {
        String doing =
                agent.doing().isEmpty()
                        ? ""
                        : "\ndoing: " + TerminalText.line(agent.doing(), SHOWN);
        return "session_id: %s\nagent: %s\ntask: %s\nbackground: %s\nstarted_at: %s%s"
                .formatted(
                        agent.sessionId(),
                        agent.agent(),
                        TerminalText.line(agent.task(), SHOWN),
                        agent.background(),
                        agent.startedAt(),
                        doing);
    }
}
