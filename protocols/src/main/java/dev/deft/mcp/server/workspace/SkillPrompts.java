package dev.deft.mcp.server.workspace;

import dev.deft.agent.skill.Skill;
import dev.deft.agent.skill.SkillCatalog;
import dev.deft.engine.skill.WorkspaceSkills;
import dev.deft.mcp.server.feature.McpCaller;
import dev.deft.mcp.server.feature.McpContent;
import dev.deft.mcp.server.feature.PromptEntry;
import dev.deft.mcp.server.feature.PromptProvider;
import dev.deft.mcp.server.feature.PromptText;
import dev.deft.os.WorkspaceTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The skills of a workspace and of the user, each as a prompt that loads it.
///
/// @param environment names the user's directories
public record SkillPrompts(Path root, Map<String, String> environment, String dialect)
        implements PromptProvider {

    public SkillPrompts {
        environment = Map.copyOf(environment);
    }

    private SkillCatalog catalog() throws IOException {
        try (WorkspaceTree tree = WorkspaceTree.openAsIs(root.toString(), environment)) {
            return WorkspaceSkills.all(() -> tree, environment, dialect).catalog();
        }
    }

    @Override
    public List<PromptEntry> list() throws IOException {
        return catalog().list().stream()
                .map(it -> new PromptEntry(it.name(), Optional.of(it.description()), List.of()))
                .toList();
    }

    @Override
    public Optional<PromptText> get(String name, Map<String, String> arguments, McpCaller caller)
            throws IOException {
        Optional<Skill> skill = catalog().find(name);
        if (skill.isEmpty()) {
            return Optional.empty();
        }
        return SessionCalls.call(caller.defaultSession(), "skill", Map.of("name", name))
                .map(it ->
                        new PromptText(
                                Optional.of(skill.get().description()),
                                List.of(McpContent.text(it.text()))));
    }
}
