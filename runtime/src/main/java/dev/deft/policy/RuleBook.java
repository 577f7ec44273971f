package dev.deft.policy;

import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.LocalGrants;
import dev.deft.policy.pattern.PathPattern;
import dev.deft.run.Mode;
import dev.deft.script.Script;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The rules in force, and the decisions they make.
///
/// A matching deny of the manifest is final. Otherwise the most specific match wins. Without a
/// match the decision is `ask`.
public final class RuleBook {

    /// A rule that denies one of these tools a path denies the path to every tool: what `deny read`
    /// covers cannot be searched either.
    private static final Map<Capability, List<String>> TOOLS_BY_CAPABILITY =
            Map.of(
                    Capability.FS_READ, List.of("read"),
                    Capability.FS_WRITE, List.of("write", "edit"));

    private final SecretFiles secrets;
    private volatile List<CompiledRule> rules;
    private volatile boolean deniesByTool;

    public RuleBook(Collection<Rule> rules) {
        this(rules, SecretFiles.NONE);
    }

    /// @param secrets files that can be read only where a rule names them
    public RuleBook(Collection<Rule> rules, SecretFiles secrets) {
        this.secrets = secrets;
        use(compiled(rules));
    }

    private void use(List<CompiledRule> compiled) {
        deniesByTool =
                compiled.stream()
                        .anyMatch(it ->
                                it.rule().action() == Action.DENY
                                        && TOOLS_BY_CAPABILITY.values().stream()
                                                .anyMatch(tools ->
                                                        tools.contains(it.rule().permission())));
        rules = compiled;
    }

    private static List<CompiledRule> compiled(Collection<Rule> rules) {
        return rules.stream().map(CompiledRule::new).sorted().toList();
    }

    public synchronized void add(Rule rule) {
        List<CompiledRule> all = new ArrayList<>(rules);
        all.add(new CompiledRule(rule));
        use(all.stream().sorted().toList());
    }

    public List<Rule> list() {
        return rules.stream().map(CompiledRule::rule).toList();
    }

    List<CompiledRule> compiled() {
        return rules;
    }

    /// The host patterns that rules allow to a tool.
    public List<HostPattern> allowedHosts(String toolId) {
        return rules.stream()
                .filter(it -> it.rule().action() == Action.ALLOW)
                .filter(it -> it.covers(toolId, Capability.NET_FETCH))
                .map(it -> HostPattern.of(it.rule().pattern()))
                .toList();
    }

    /// Whether a rule is about one address. One about many hosts is about their names.
    public static boolean namesAddress(Rule rule) {
        return LocalGrants.literal(HostPattern.of(rule.pattern()).name()).isPresent();
    }

    /// The decision about one touch of a tool; for a script, the strictest decision about its
    /// parts.
    public Decision decide(String toolId, Touch touch) {
        if (touch.capability() != Capability.SHELL_RUN) {
            Decision decision = deniedByTool(touch).orElseGet(() -> decide(rules, toolId, touch));
            return askAboutSecret(decision, toolId, touch);
        }
        return decide(toolId, Script.read(touch.subject()), ".").stream()
                .map(ScriptJudge.Part::decision)
                .max(Comparator.comparing(Decision::action).thenComparing(Decision::mode))
                .orElseThrow();
    }

    /// Whether some call of a tool could be allowed: one that uses one of these capabilities, or
    /// none of them where a rule about the tool itself allows it.
    ///
    /// What no rule covers counts as possible, even where nobody can be asked: then the caller
    /// learns which permission is missing. Scripts without a known command are asked about even
    /// where every command is denied; that does not count.
    ///
    /// @param interactive whether somebody can be asked; otherwise a rule that asks denies
    public boolean mayAllow(String toolId, Set<Capability> capabilities, boolean interactive) {
        List<CompiledRule> all = rules;
        Predicate<Rule> blocks =
                it -> it.action() == Action.DENY || (it.action() == Action.ASK && !interactive);
        for (Capability capability : capabilities) {
            if (BlanketDenial.find(covering(all, toolId, capability), capability, blocks).isEmpty()
                    && !isDenied(all, capability)) {
                return true;
            }
        }
        List<CompiledRule> named =
                covering(all, toolId, Capability.NONE).stream()
                        .filter(it -> it.isFinal() || !it.isGeneral())
                        .toList();
        return named.stream().anyMatch(it -> !blocks.test(it.rule()))
                && BlanketDenial.find(named, Capability.NONE, blocks).isEmpty();
    }

    private static List<CompiledRule> covering(
            List<CompiledRule> rules, String toolId, Capability capability) {
        return rules.stream().filter(it -> it.covers(toolId, capability)).toList();
    }

    /// Whether a rule about one of the tools of a capability denies all of it.
    private static boolean isDenied(List<CompiledRule> rules, Capability capability) {
        return TOOLS_BY_CAPABILITY.getOrDefault(capability, List.of()).stream()
                .anyMatch(tool ->
                        BlanketDenial.find(
                                        covering(rules, tool, capability),
                                        capability,
                                        it ->
                                                it.action() == Action.DENY
                                                        && it.permission().equals(tool))
                                .filter(it -> it.permission().equals(tool))
                                .isPresent());
    }

    /// The decision of a rule about one tool that denies a touch to every tool.
    private Optional<Decision> deniedByTool(Touch touch) {
        if (!deniesByTool) {
            return Optional.empty();
        }
        return TOOLS_BY_CAPABILITY.getOrDefault(touch.capability(), List.of()).stream()
                .flatMap(it -> deniedByTool(it, touch).stream())
                .findFirst();
    }

    /// Only a rule that names the tool counts: one about a capability covers every tool anyway, and
    /// others may overrule it.
    private Optional<Decision> deniedByTool(String tool, Touch touch) {
        Decision decision = decide(rules, tool, touch);
        return decision.action() == Action.DENY
                        && decision.rule().filter(it -> it.permission().equals(tool)).isPresent()
                ? Optional.of(decision)
                : Optional.empty();
    }

    /// Reading a secret file is asked about unless a rule names it.
    private Decision askAboutSecret(Decision decision, String toolId, Touch touch) {
        if (touch.capability() != Capability.FS_READ
                || decision.action() != Action.ALLOW
                || !secrets.mayContain(touch.subject())
                || allowsSecret(decision, toolId, touch.subject())
                || !secrets.contains(touch.subject())) {
            return decision;
        }
        return new Decision(Action.ASK, SecretFiles.rule(touch.subject()));
    }

    /// Whether a tool may read a secret file, because everything is allowed or a rule names the
    /// file.
    boolean allowsSecret(Decision decision, String toolId, String path) {
        if (decision.action() != Action.ALLOW) {
            return false;
        }
        boolean everything =
                decision.rule()
                        .map(CompiledRule::new)
                        .filter(CompiledRule::allowsEverything)
                        .isPresent();
        return everything
                || rules.stream()
                        .anyMatch(it ->
                                it.rule().action() == Action.ALLOW
                                        && it.covers(toolId, Capability.FS_READ)
                                        && it.namesFile(path));
    }

    /// The decision about each part of a script.
    ///
    /// @param directory where the script starts, relative to the root
    public List<ScriptJudge.Part> decide(String toolId, Script script, String directory) {
        return new ScriptJudge(rules, toolId).parts(script, directory);
    }

    /// The same without the rules that allow something in look mode.
    public List<ScriptJudge.Part> decideInFull(String toolId, Script script, String directory) {
        List<CompiledRule> ordinary =
                rules.stream().filter(it -> it.rule().mode() == Mode.FULL).toList();
        return new ScriptJudge(ordinary, toolId).parts(script, directory);
    }

    static Decision decide(List<CompiledRule> rules, String toolId, Touch touch) {
        List<String> path = PathPattern.pathOf(touch);
        Optional<Rule> first = Optional.empty();
        for (CompiledRule rule : rules) {
            if (first.isPresent() && !rule.isFinal()) {
                continue;
            }
            if (rule.matches(toolId, touch, path)) {
                if (rule.isFinal()) {
                    return new Decision(Action.DENY, Optional.of(rule.rule()));
                }
                first = Optional.of(rule.rule());
            }
        }
        return new Decision(first.map(Rule::action).orElse(Action.ASK), first);
    }

    /// What to do, and the rule that says so. Without a rule it is `ask` or needs no rule.
    public record Decision(Action action, Optional<Rule> rule) {

        /// No rule matches.
        public static final Decision UNDECIDED = new Decision(Action.ASK, Optional.empty());

        /// The mode in which it runs if it is allowed.
        public Mode mode() {
            return action == Action.ALLOW ? rule.map(Rule::mode).orElse(Mode.FULL) : Mode.FULL;
        }
    }
}
