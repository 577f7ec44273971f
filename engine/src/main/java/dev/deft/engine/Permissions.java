package dev.deft.engine;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.file.SessionOwner;
import dev.deft.engine.network.SessionNetwork;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.engine.session.SessionRules;
import dev.deft.net.Connector;
import dev.deft.policy.Action;
import dev.deft.policy.Ceiling;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.Policy;
import dev.deft.policy.ProjectRules;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.RuleStore;
import dev.deft.policy.Scope;
import dev.deft.policy.SecretFiles;
import dev.deft.policy.SecretRules;
import dev.deft.policy.WorkspaceDirectories;
import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// What decides about the calls of a session, besides their touches.
///
/// @param policy with the rules of the agent filled in
/// @param agent the ceiling of the agent
/// @param ruleStore stores the rules that the user approves
/// @param granted the rules that the user approved for the session
/// @param commandFiles what commands may do with files
/// @param directories where it may work
/// @param hosts that its requests and commands may reach by the ceiling or the agent itself
record Permissions(
        Policy policy,
        Ceiling agent,
        RuleBook rules,
        RuleStore ruleStore,
        SessionRules granted,
        PatternVariables variables,
        CommandFiles commandFiles,
        WorkspaceDirectories directories,
        List<String> hosts) {

    /// The files of loaded skills from outside the workspace.
    private static final String SKILL_COPIES = ".deft/cache/skills/**";

    /// What the user attached may be read where no policy says otherwise.
    private static final RequirementSet ATTACHED = RequirementSet.reading("{ad-hoc}/**");

    /// Combines the policy of the session with the rules stored for the project and the session.
    static Permissions of(
            EngineParts engine, Path root, SessionSetup setup, SessionRules sessionRules)
            throws IOException {
        UserDirectories user = engine.user();
        AgentSpec.Grants grants = setup.agent().grants();
        String directory = ".deft/sessions/" + sessionRules.session().value();
        String sidecars = directory + "/*.txt";
        List<String> further = further(grants.roots(), setup);
        List<String> attached = attached(grants.roots(), setup);
        PatternVariables variables =
                PatternVariables.of(
                        roots(grants.roots(), further, directory),
                        attached,
                        List.of(user.data().toString()));
        Policy policy = completed(engine, setup);
        RequirementSet ceiling =
                policy.requires()
                        .orElse(RequirementSet.EVERYTHING.plus(ATTACHED))
                        .plus(RequirementSet.reading(sidecars, SKILL_COPIES));
        var project = ProjectRules.of(user.data(), root);
        List<Rule> rules = new ArrayList<>(policy.rules().orElse(List.of()));
        project.list().stream().filter(setup::accepts).forEach(rules::add);
        rules.addAll(sessionRules.list());
        Rule own = new Rule(Scope.SESSION, Action.ALLOW, "read", sidecars);
        rules.add(own);
        rules.add(new Rule(Scope.SESSION, Action.ALLOW, "read", SKILL_COPIES));
        RuleStore ruleStore = new GrantedRules(project, sessionRules);
        SecretFiles secrets = SecretFiles.in(root);
        List<Rule> answers = new ArrayList<>(sessionRules.list());
        answers.add(own);
        Ceiling alone = Ceiling.of(ceiling, variables);
        Ceiling agent =
                setup.parent()
                        .map(it ->
                                alone.within(
                                        it.ceiling(),
                                        Ceiling.of(RequirementSet.reading(sidecars), variables)))
                        .orElse(alone);
        var book =
                new RuleBook(
                        rules,
                        secrets,
                        setup.parent().map(it -> it.permissions().rules()),
                        answers);
        return new Permissions(
                policy,
                agent,
                book,
                ruleStore,
                sessionRules,
                variables,
                new CommandFiles(agent, book, secrets),
                new WorkspaceDirectories(further, attached),
                hosts(policy, setup));
    }

    /// The rules that the user granted to a session, which hold for each of its agents.
    static SessionRules granted(
            EngineParts engine,
            SharedRoot shared,
            SessionWriter session,
            Consumer<String> notices) {
        Optional<SessionOwner> owner =
                shared.fileStore().map(_ -> SessionOwner.of(engine.user().data(), shared.root()));
        return new SessionRules(owner, session, notices);
    }

    /// The rules that the user granted, each stored by its scope.
    private record GrantedRules(RuleStore project, RuleStore session) implements RuleStore {

        @Override
        public void store(Rule rule) throws IOException {
            project.store(rule);
            session.store(rule);
        }

        @Override
        public boolean revoke(Rule rule) throws IOException {
            return rule.scope() == Scope.PROJECT ? project.revoke(rule) : session.revoke(rule);
        }
    }

    /// The hosts of the ceiling and of the agent's own requirements, as far as the parent has them
    /// too. What a tool requires is granted to that tool only.
    private static List<String> hosts(Policy policy, SessionSetup setup) {
        List<String> own =
                policy.requires().isPresent()
                        ? policy.requires().get().hosts()
                        : setup.agent().grants().requires().hosts();
        return setup.parent().isEmpty()
                ? own
                : HostPattern.common(
                                patterns(own), patterns(setup.parent().get().permissions().hosts()))
                        .stream()
                        .map(HostPattern::text)
                        .toList();
    }

    private static List<HostPattern> patterns(List<String> hosts) {
        return hosts.stream().map(HostPattern::of).toList();
    }

    /// Which secrets may be shown: those that the rules allow, also those of the parent.
    Predicate<String> shownSecrets() {
        Predicate<String> all = new SecretRules(rules.list());
        for (Optional<RuleBook> it = rules.outer(); it.isPresent(); it = it.get().outer()) {
            all = all.and(new SecretRules(it.get().list()));
        }
        return all;
    }

    /// The rules to tell the agent about: its own, and what those above it deny.
    List<Rule> toldRules() {
        List<Rule> all = new ArrayList<>(rules.list());
        for (Optional<RuleBook> it = rules.outer(); it.isPresent(); it = it.get().outer()) {
            for (Rule rule : it.get().list()) {
                if (rule.action() == Action.DENY && !all.contains(rule)) {
                    all.add(rule);
                }
            }
        }
        return all;
    }

    /// An agent that is restricted to some directories of the root has no further ones.
    private static List<String> further(List<String> roots, SessionSetup setup) {
        return roots.contains(".")
                ? setup.directories().paths().stream()
                        .filter(it -> !setup.attached().contains(it))
                        .map(Path::toString)
                        .toList()
                : List.of();
    }

    private static List<String> attached(List<String> roots, SessionSetup setup) {
        return roots.contains(".")
                ? setup.attached().stream().map(Path::toString).toList()
                : List.of();
    }

    /// An agent that is restricted to some directories of the root may still read the sidecars of
    /// its session and the skills it loads.
    private static List<String> roots(List<String> given, List<String> further, String own) {
        List<String> all = new ArrayList<>(given);
        if (given.contains(".")) {
            all.retainAll(List.of("."));
            all.addAll(further);
            return all;
        }
        all.add(own);
        all.add(".deft/cache/skills");
        return all;
    }

    /// Fills in the rules of the default agent where a policy has none, then adds those of the
    /// agent.
    private static Policy completed(EngineParts engine, SessionSetup setup) {
        AgentSpec.Grants grants = setup.agent().grants();
        Policy policy = grants.policy();
        return policy.rules().isPresent() && grants.further().isEmpty()
                ? policy
                : DefaultAgent.completed(policy, grants.further(), engine.tools().list());
    }

    /// The network of calls, as far as hosts are granted and no rule denies them.
    SessionNetwork network(Supplier<Connector> connector) {
        return new SessionNetwork(agent(), rules(), variables(), hosts(), connector);
    }

    /// Takes back a rule that the user granted, also if another session did so before.
    boolean revoke(Rule rule) throws IOException {
        if (rule.scope() == Scope.MANIFEST) {
            return false;
        }
        boolean stored = ruleStore.revoke(rule);
        boolean held = rules.remove(rule);
        return stored || held;
    }

    /// Denies for the rest of the session what rules would allow.
    List<Rule> deny(List<String> allowed) throws IOException {
        List<Rule> denials =
                allowed.stream()
                        .map(it -> Rule.parse(Scope.SESSION, it))
                        .map(it ->
                                new Rule(Scope.SESSION, Action.DENY, it.permission(), it.pattern()))
                        .toList();
        for (Rule it : denials) {
            ruleStore.store(it);
            rules.add(it);
        }
        return denials;
    }
}
