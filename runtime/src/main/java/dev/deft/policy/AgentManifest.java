package dev.deft.policy;

import dev.deft.json.Json;
import dev.deft.registry.RequirementJson;
import dev.deft.tool.RequirementSet;
import java.util.List;

/// The declaration of an agent, as a watchdog sees it.
///
/// @param requires the ceiling of the agent
/// @param rules its own rules, without those of the project and the session
/// @param tools the ids of its tools
public record AgentManifest(
        String name, RequirementSet requires, List<Rule> rules, List<String> tools) {

    public AgentManifest {
        rules = List.copyOf(rules);
        tools = List.copyOf(tools);
    }

    /// An agent of which only the name is known.
    public static AgentManifest named(String name) {
        return new AgentManifest(name, RequirementSet.NONE, List.of(), List.of());
    }

    /// `name`, `requires`, `rules` and `tools`, written as in a policy file.
    public Json.Obj json() {
        return Json.Obj.EMPTY
                .with("name", name)
                .with("requires", RequirementJson.write(requires))
                .with("rules", new Json.Arr(rules.stream().<Json>map(PolicyFile::write).toList()))
                .with("tools", Json.Arr.ofTexts(tools));
    }
}
