package dev.deft.policy;

import dev.deft.json.Json;
import dev.deft.registry.RequirementJson;
import dev.deft.tool.RequirementSet;
import java.util.List;

/// What an agent is declared to be, as a watchdog sees it.
///
/// @param requires what it may use at all
/// @param rules of its own, without those that were added for the project or the session
/// @param tools the ids of the tools it has
public record AgentManifest(
        String name, RequirementSet requires, List<Rule> rules, List<String> tools) {

    public AgentManifest {
        rules = List.copyOf(rules);
        tools = List.copyOf(tools);
    }

    /// An agent of which nothing but the name is known.
    public static AgentManifest named(String name) {
        return new AgentManifest(name, RequirementSet.NONE, List.of(), List.of());
    }

    /// `name`, `requires`, `rules` and `tools`, spelled as in a policy file.
    public Json.Obj json() {
        return Json.Obj.EMPTY
                .with("name", name)
                .with("requires", RequirementJson.write(requires))
                .with("rules", new Json.Arr(rules.stream().<Json>map(PolicyFile::write).toList()))
                .with("tools", Json.Arr.ofTexts(tools));
    }
}
