package dev.deft.engine;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.session.SessionId;
import dev.deft.dialect.Dialects;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// Agents as tests want them, in a session called `test`.
final class Agents {

    private Agents() {}

    /// A loop in which every thousand tokens read cost a dollar.
    static LoopSettings loop(ContextLimits context, int rounds) {
        return loop(context, rounds, OptionalDouble.empty());
    }

    static LoopSettings loop(ContextLimits context, int rounds, OptionalDouble budget) {
        return new LoopSettings(
                "default",
                rounds,
                context,
                Prompt.Sampling.UNSET,
                budget,
                it -> OptionalDouble.of(it.input() / 1000.0));
    }

    /// An agent that may change files.
    static AgentSetup editing(Path root, LoopSettings loop) throws IOException {
        return setup(root, loop, AgentSetup.Leave.of(rules("allow fs.write **")));
    }

    static List<Rule> rules(String... spelled) {
        return Stream.of(spelled).map(it -> Rule.parse(Scope.MANIFEST, it)).toList();
    }

    static AgentSetup setup(Path root, LoopSettings loop, AgentSetup.Leave leave)
            throws IOException {
        return new AgentSetup(
                root.toRealPath(),
                Map.of(
                        "DEFT_HOME",
                        root.resolve(".home").toString(),
                        "PATH",
                        System.getenv("PATH")),
                Dialects.DEFAULT,
                Optional.empty(),
                Optional.of(new SessionId("test")),
                leave,
                AgentSetup.Told.USUAL,
                loop);
    }
}
