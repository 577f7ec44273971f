package dev.deft.engine.skill;

import dev.deft.agent.skill.Skill;
import dev.deft.agent.skill.SkillBody;
import dev.deft.agent.skill.SkillCatalog;
import dev.deft.agent.skill.SkillPlace;
import dev.deft.agent.skill.Skills;
import dev.deft.os.CallLifetime;
import dev.deft.os.PathScope;
import dev.deft.os.WorkspaceTree;
import dev.deft.policy.Action;
import dev.deft.policy.Ceiling;
import dev.deft.policy.RuleBook;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// The skills of a workspace for one session, or for a person.
///
/// @param tree opens the files of the workspace
/// @param scope the files of the workspace that may be read
/// @param environment names the user's directories
/// @param mayUse decides by the name of a skill
public record WorkspaceSkills(
        Tree tree,
        PathScope scope,
        Map<String, String> environment,
        String dialect,
        Predicate<String> mayUse) {

    private static final int MAX_LISTED = 100;

    /// Copies the map.
    public WorkspaceSkills {
        environment = Map.copyOf(environment);
    }

    /// Opens the files of the workspace.
    @FunctionalInterface
    public interface Tree {

        WorkspaceTree open() throws IOException;
    }

    /// All skills of a workspace, whatever the rules say.
    public static WorkspaceSkills all(Tree tree, Map<String, String> environment, String dialect) {
        return new WorkspaceSkills(tree, PathScope.EVERYTHING, environment, dialect, _ -> true);
    }

    /// The skills that the rules of a session leave it.
    ///
    /// @param agent the ceiling
    public static WorkspaceSkills within(
            Tree tree,
            Map<String, String> environment,
            String dialect,
            Ceiling agent,
            RuleBook rules) {
        return new WorkspaceSkills(
                tree,
                new ReadableFiles(agent, rules),
                environment,
                dialect,
                it -> rules.decide("skill", Touch.naming(it)).action() != Action.DENY);
    }

    /// Reads the skills as they are now.
    public SkillCatalog catalog() throws IOException {
        return SkillCatalog.read(SkillPlaces.of(tree.open(), scope, environment, dialect))
                .only(it -> mayUse.test(it.name()));
    }

    /// Opens them for one call.
    public Skills open(CallLifetime lifetime) {
        return new OfCall(this, lifetime);
    }

    /// The skills of one call.
    private record OfCall(WorkspaceSkills skills, CallLifetime lifetime) implements Skills {

        @Override
        public SkillCatalog catalog() throws IOException {
            lifetime.check();
            return skills.catalog();
        }

        @Override
        public Loaded load(Skill skill) throws IOException, InterruptedException {
            lifetime.check();
            String body = SkillBody.of(skill);
            if (skill.place() instanceof WorkspacePlace place) {
                List<String> files =
                        place.files(skill.directory(), MAX_LISTED + 1).stream()
                                .map(SkillPlace.SkillFile::path)
                                .toList();
                return loaded(body, place.directory(skill.directory()), files, skill, false);
            }
            lifetime.checkEffect();
            SkillCopy.Copied copied = SkillCopy.of(skill, skills.tree.open());
            return loaded(body, copied.directory(), copied.files(), skill, copied.more());
        }

        private static Loaded loaded(
                String body, String directory, List<String> files, Skill skill, boolean more) {
            List<String> others = files.stream().filter(it -> !it.equals(skill.file())).toList();
            List<String> shown = others.subList(0, Math.min(MAX_LISTED, others.size()));
            return new Loaded(body, directory, shown, more || shown.size() < others.size());
        }
    }
}
