package dev.deft.server.chat;

import dev.deft.agent.definition.AgentDefinition;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.json.Json;
import dev.deft.server.access.Principal;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What clients choose as a model: a workspace, or an agent in one.
///
/// @param choices knows the agents of a workspace
/// @param served the workspaces
public record ChatModels(AgentChoices choices, List<ServedWorkspace> served) {

    public ChatModels {
        served = List.copyOf(served);
    }

    /// The names of those that somebody may use.
    List<String> visibleTo(Principal principal) throws IOException {
        List<String> names = new ArrayList<>();
        for (ServedWorkspace it : served) {
            if (principal.sees(it.id())) {
                names.add(it.id());
                for (AgentDefinition agent : choices.agents(it.root())) {
                    names.add(it.id() + "/" + agent.name());
                }
            }
        }
        return names;
    }

    /// Makes sure that somebody may use an agent, and that there is one.
    void require(String workspace, Optional<String> agent, Principal principal) throws IOException {
        Optional<ServedWorkspace> found =
                served.stream()
                        .filter(it -> it.id().equals(workspace) && principal.sees(it.id()))
                        .findFirst();
        boolean known =
                found.isPresent()
                        && (agent.isEmpty()
                                || choices.agents(found.get().root()).stream()
                                        .anyMatch(it -> it.name().equals(agent.get())));
        if (!known) {
            throw unknown();
        }
    }

    private static ProblemException unknown() {
        return Problem.of(
                        404,
                        "model_not_found",
                        "There is no such model; GET /v1/models lists those that you may use.")
                .with("param", new Json.Str("model"))
                .exception();
    }
}
