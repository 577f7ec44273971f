package dev.deft.agent.session.tool;

import dev.deft.host.Host;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Shows the agent of the session, and the others that there are.
public final class AgentsListTool implements Tool<AgentsListTool.Params> {

    public record Params() {}

    /// The agents there are.
    public record Data(List<AgentInfo> agents) {

        public Data {
            agents = List.copyOf(agents);
        }
    }

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("agents_list", Params.class, ToolCategory.SYSTEM, ToolKind.READ);
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        List<AgentInfo> agents = host.handle(WorkspaceSessions.class).agents();
        AgentInfo agent = agents.getFirst();
        var text = new KeyValueText().add("name", agent.name());
        Optional<String> model = agent.model();
        text.add("model", model.orElse("none"));
        text.add("max_steps", agent.maxSteps());
        text.add("tools", String.join(", ", agent.tools()));
        for (AgentInfo other : agents.subList(1, agents.size())) {
            text.separate()
                    .add("name", other.name())
                    .add("mode", other.mode())
                    .add("description", other.description());
        }
        return ToolResult.output(
                new Data(agents),
                text.toString(),
                agents.size() == 1 ? "1 agent" : agents.size() + " agents");
    }
}
