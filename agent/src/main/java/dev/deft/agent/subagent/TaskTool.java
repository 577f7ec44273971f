package dev.deft.agent.subagent;

import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.tool.Bounds;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Doc;
import dev.deft.tool.InitContext;
import dev.deft.tool.InitializableTool;
import dev.deft.tool.Initialized;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Gives a task to a sub-agent.
public final class TaskTool implements InitializableTool<TaskTool.Params> {

    /// How long a sub-agent may take that somebody waits for.
    static final Duration TIMEOUT = Duration.ofHours(1);

    static final int MAX_PROMPT = 200_000;

    private static final int SHOWN = 80;
    private static final int MAX_LISTED = 30;
    private static final int MAX_DESCRIPTION = 120;

    private final StartableAgents agents;

    /// @param agents finds the agents that the description lists
    public TaskTool(StartableAgents agents) {
        this.agents = agents;
    }

    public record Params(
            @Doc("Name of the agent") @Bounds(min = 1, max = 100) String subagentType,
            @Doc("The whole task; the agent knows nothing of this conversation")
                    @Bounds(min = 1, max = MAX_PROMPT)
                    String prompt,
            @Doc("Return at once; the result comes as a message") Optional<Boolean> background,
            @Doc("Stored with its session") Optional<Json.Obj> metadata,
            @DialectOnly Optional<String> description,
            @DialectOnly Optional<String> sessionId) {}

    /// What the agent said, or its session if it runs in the background.
    public record Data(Optional<String> output, Optional<String> sessionId) {}

    @Override
    public ToolSpec<Params> spec() {
        ToolSpec<Params> spec =
                ToolSpec.of("task", Params.class, ToolCategory.SYSTEM, ToolKind.OTHER);
        return spec.within(spec.limits().withTimeout(TIMEOUT));
    }

    /// The description with the agents there are.
    @Override
    public Initialized init(InitContext context) throws IOException {
        String list =
                agents.in(context).stream()
                        .limit(MAX_LISTED)
                        .map(it ->
                                "\n- "
                                        + it.name()
                                        + ": "
                                        + TerminalText.line(it.description(), MAX_DESCRIPTION))
                        .collect(Collectors.joining());
        return Initialized.AS_SPECIFIED.describedBy(
                spec().description().text(Map.of()).strip() + "\n\nAgents:" + list);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(params.subagentType()));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        var order =
                new SubAgentOrder(
                        SubAgentOrder.Role.NAMED,
                        params.subagentType(),
                        params.prompt(),
                        params.description(),
                        params.sessionId(),
                        params.metadata().orElse(Json.Obj.EMPTY));
        SubAgents all = host.handle(SubAgents.class);
        if (params.background().orElse(false)) {
            return started(all.start(order), order);
        }
        EndedSubAgent ended = all.run(order);
        return ended.failed()
                .orElseGet(() ->
                        ToolResult.output(
                                new Data(Optional.of(ended.report()), Optional.empty()),
                                ended.report(),
                                title(order)));
    }

    private static ToolResult started(String session, SubAgentOrder order) {
        return ToolResult.output(
                new Data(Optional.empty(), Optional.of(session)),
                "session_id: %s\nIt works in the background; a message from task:%s will bring its result. Do not wait for it or ask again."
                        .formatted(session, session),
                title(order));
    }

    static String title(SubAgentOrder order) {
        String agent = order.agent().isEmpty() ? "Sub-agent" : order.agent();
        return TerminalText.line(agent + ": " + order.title(), SHOWN);
    }
}
