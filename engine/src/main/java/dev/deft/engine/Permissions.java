package dev.deft.engine;

import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.session.file.SessionOwner;
import dev.deft.policy.Action;
import dev.deft.policy.Ceiling;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.ProjectRules;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.RuleKeeper;
import dev.deft.policy.Scope;
import dev.deft.policy.SecretFiles;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What decides about the calls of a session, besides their touches.
///
/// @param agent what the agent may use at all
/// @param keeper stores what a person agrees to
/// @param commandFiles what commands may do with files
record Permissions(
        Ceiling agent,
        RuleBook rules,
        RuleKeeper keeper,
        PatternVariables variables,
        CommandFiles commandFiles) {

    /// The policy of the setup, with the rules stored for the project and the session.
    static Permissions of(Setup setup, SessionWriter session) throws IOException {
        UserDirectories user = UserDirectories.from(setup.environment());
        PatternVariables variables =
                PatternVariables.of(List.of(), List.of(user.data().toString()));
        String sidecars = ".deft/sessions/" + session.id().value() + "/*.txt";
        RequirementSet ceiling =
                setup.policy()
                        .requires()
                        .orElse(RequirementSet.EVERYTHING)
                        .plus(RequirementSet.reading(sidecars));
        var project = ProjectRules.of(user.data(), setup.root());
        var sessionRules =
                new SessionRules(
                        SessionOwner.of(user.data(), setup.root()), session, setup.notices());
        List<Rule> rules = new ArrayList<>(setup.policy().rules().orElse(List.of()));
        rules.addAll(project.list());
        rules.addAll(sessionRules.list());
        rules.add(new Rule(Scope.SESSION, Action.ALLOW, "read", sidecars));
        RuleKeeper keeper =
                rule -> {
                    project.keep(rule);
                    sessionRules.keep(rule);
                };
        SecretFiles secrets = SecretFiles.in(setup.root());
        Ceiling agent = Ceiling.of(ceiling, variables);
        var book = new RuleBook(rules, secrets);
        return new Permissions(
                agent, book, keeper, variables, new CommandFiles(agent, book, secrets));
    }
}
