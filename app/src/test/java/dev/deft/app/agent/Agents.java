package dev.deft.app.agent;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.session.SessionId;
import dev.deft.guard.PolicyFile;
import dev.deft.guard.Rule;
import dev.deft.guard.Scope;
import dev.deft.json.Json;
import dev.deft.run.Person;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// Opens agents that may change files, for tests that need nothing special.
final class Agents {

    static final ContextLimits ROOMY =
            new ContextLimits(200_000, 8_192, OptionalInt.empty(), OptionalInt.empty());

    private Agents() {}

    static AgentSession open(
            Path root, ContextLimits context, int rounds, Model model, Consumer<RunEvent> onlooker)
            throws IOException {
        return AgentSession.open(
                new AgentSetup(
                        root.toRealPath(),
                        "locked",
                        Optional.empty(),
                        PolicyFile.read(Json.Obj.EMPTY),
                        List.of(Rule.parse(Scope.MANIFEST, "allow fs.write **")),
                        Optional.of(new SessionId("test")),
                        Person.NOBODY,
                        Map.of(
                                "DEFT_HOME",
                                root.resolve(".home").toString(),
                                "PATH",
                                System.getenv("PATH")),
                        Optional.empty(),
                        new LoopSettings(
                                "default",
                                rounds,
                                context,
                                Prompt.Sampling.UNSET,
                                OptionalDouble.empty(),
                                _ -> OptionalDouble.empty())),
                model,
                onlooker);
    }
}
