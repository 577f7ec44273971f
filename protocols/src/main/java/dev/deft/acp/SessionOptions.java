package dev.deft.acp;

import dev.deft.agent.definition.AgentDefinition;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;

/// What the user can choose for a session: the agent, the model and the permission mode.
///
/// @param agents that users may run
/// @param models the names of models, the current one among them
record SessionOptions(
        List<AgentDefinition> agents,
        String agent,
        List<String> models,
        String model,
        PermissionMode permissions) {

    static final String AGENT = "mode";
    static final String MODEL = "model";
    static final String PERMISSIONS = "permissions";

    SessionOptions {
        agents = List.copyOf(agents);
        models = List.copyOf(models);
    }

    /// The agents for clients that know modes only.
    Json.Obj modes() {
        List<Json> all = new ArrayList<>();
        for (AgentDefinition it : agents) {
            all.add(
                    Json.Obj.EMPTY
                            .with("id", it.name())
                            .with("name", it.name())
                            .with("description", it.description()));
        }
        return Json.Obj.EMPTY
                .with("currentModeId", agent)
                .with("availableModes", new Json.Arr(all));
    }

    Json.Arr options() {
        List<Json> agentValues = new ArrayList<>();
        agents.forEach(it -> agentValues.add(value(it.name(), it.name(), it.description())));
        List<Json> modelValues = new ArrayList<>();
        models.forEach(it -> modelValues.add(Json.Obj.EMPTY.with("value", it).with("name", it)));
        List<Json> permissionValues = new ArrayList<>();
        for (PermissionMode it : PermissionMode.values()) {
            permissionValues.add(value(it.wire(), it.label(), it.description()));
        }
        return new Json.Arr(
                List.of(
                        select(AGENT, "Agent", "Which agent works", "mode", agent, agentValues),
                        select(MODEL, "Model", "Which model answers", "model", model, modelValues),
                        select(
                                PERMISSIONS,
                                "Permissions",
                                "What happens to calls that the rules leave open",
                                "_permissions",
                                permissions.wire(),
                                permissionValues)));
    }

    private static Json value(String value, String name, String description) {
        return Json.Obj.EMPTY
                .with("value", value)
                .with("name", name)
                .with("description", description);
    }

    private static Json select(
            String id,
            String name,
            String description,
            String category,
            String current,
            List<Json> values) {
        return Json.Obj.EMPTY
                .with("id", id)
                .with("name", name)
                .with("description", description)
                .with("category", category)
                .with("type", "select")
                .with("currentValue", current)
                .with("options", new Json.Arr(values));
    }
}
