package dev.deft.engine;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.policy.BudgetLimits;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.run.Approver;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// Agents as tests want them, in a session called `test`.
final class Agents {

    private Agents() {}

    /// A model that goes on answering past the end of its script, so that the agent stops.
    static ScriptedModel model() {
        return new ScriptedModel().thenAlwaysSays("nothing more to say");
    }

    /// A loop in which every thousand tokens read cost a dollar.
    static LoopSettings loop(ContextLimits context, int maxSteps) {
        return loop(context, maxSteps, BudgetLimits.NONE);
    }

    static LoopSettings loop(ContextLimits context, int maxSteps, BudgetLimits budget) {
        return new LoopSettings(
                "build",
                maxSteps,
                context,
                Prompt.Sampling.UNSET,
                budget,
                it -> OptionalDouble.of(it.input() / 1000.0));
    }

    /// An agent that may change files.
    static AgentSession.Setup editing(Path root, LoopSettings loop) throws IOException {
        return setup(root, loop, Approver.HEADLESS, rules("allow fs.write **"));
    }

    static List<Rule> rules(String... spelled) {
        return Stream.of(spelled).map(it -> Rule.parse(Scope.MANIFEST, it)).toList();
    }

    static AgentSession.Setup setup(
            Path root, LoopSettings loop, Approver approver, List<Rule> further)
            throws IOException {
        return new AgentSession.Setup(
                root.toRealPath(), AgentSpec.standard().rules(further).loop(loop), approver);
    }
}
