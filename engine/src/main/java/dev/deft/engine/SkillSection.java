package dev.deft.engine;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.skill.Skill;
import dev.deft.agent.skill.SkillIndex;
import dev.deft.agent.skill.SkillPlace;
import dev.deft.engine.skill.WorkspaceSkills;
import dev.deft.registry.Dialect;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The section of the system prompt that lists the skills.
///
/// The bundled skills alone are one line, so that a session without own skills pays little.
record SkillSection(List<Skill> skills) {

    private static final String LOADING = "skill";

    SkillSection {
        skills = List.copyOf(skills);
    }

    /// The skills of a session.
    static WorkspaceSkills of(
            EngineParts engine, SharedRoot shared, Permissions permissions, AgentSpec agent) {
        return WorkspaceSkills.within(
                shared::files,
                engine.environment(),
                agent.toolset().dialect(),
                permissions.agent(),
                permissions.rules());
    }

    static SkillSection read(
            EngineParts engine, SharedRoot shared, SessionParts parts, SessionParts.Running run) {
        try {
            return new SkillSection(
                    of(engine, shared, parts.permissions(), parts.agent()).catalog().list());
        } catch (IOException e) {
            run.events()
                    .accept(new RunEvent.Warning("The skills cannot be listed: " + e.getMessage()));
            return new SkillSection(List.of());
        }
    }

    /// Whether there are skills besides the bundled ones.
    boolean hasOwn() {
        return skills.stream().anyMatch(it -> it.place().level() != SkillPlace.Level.BUNDLED);
    }

    /// The section; empty if there are no skills, or no tool to read them with. Without the tool
    /// `skill`, only skills of the workspace are listed, which can be read as files.
    ///
    /// @param names the name of a tool in this run, by its id; absent if it is not offered
    String text(Function<String, Optional<String>> names, Dialect dialect) {
        Optional<String> offered = names.apply(LOADING);
        if (offered.isPresent()) {
            return index(skills, "load it with `%s` first".formatted(offered.get()));
        }
        if (dialect.tools().stream().anyMatch(it -> it.spec().id().equals(LOADING))) {
            return bundled();
        }
        List<Skill> readable = skills.stream().filter(it -> it.place().inWorkspace()).toList();
        return names.apply("read")
                .map(it ->
                        index(
                                readable,
                                "read the file at its location with `%s` first".formatted(it)))
                .orElse("");
    }

    private static String index(List<Skill> skills, String how) {
        return skills.isEmpty()
                ? ""
                : "Skills are instructions for kinds of tasks. When one fits the task, %s.\n\n%s"
                        .formatted(how, SkillIndex.of(skills));
    }

    private String bundled() {
        return skills.isEmpty()
                ? ""
                : "Skills, by `skill`: %s."
                        .formatted(String.join(", ", skills.stream().map(Skill::name).toList()));
    }
}
