package dev.deft.policy;

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

/// The rules in force and how they decide.
///
/// A matching deny of the manifest is final. Otherwise the most specific match wins. No match is
/// `ask`.
public final class RuleBook {

    /// A rule that forbids one of these forbids the same to every tool: `deny read` is no leave to
    /// search.
    private static final Map<Capability, List<String>> NAMESAKES =
            Map.of(
                    Capability.FS_READ, List.of("read"),
                    Capability.FS_WRITE, List.of("write", "edit"));

    private final SecretFiles secrets;
    private volatile List<CompiledRule> rules;
    private volatile boolean forbidsByTool;

    public RuleBook(Collection<Rule> rules) {
        this(rules, SecretFiles.NONE);
    }

    /// The rules, and files that a rule must name to allow them to be read.
    public RuleBook(Collection<Rule> rules, SecretFiles secrets) {
        this.secrets = secrets;
        take(compiled(rules));
    }

    private void take(List<CompiledRule> compiled) {
        forbidsByTool =
                compiled.stream()
                        .anyMatch(it ->
                                it.rule().action() == Action.DENY
                                        && NAMESAKES.values().stream()
                                                .anyMatch(some ->
                                                        some.contains(it.rule().permission())));
        rules = compiled;
    }

    private static List<CompiledRule> compiled(Collection<Rule> rules) {
        return rules.stream().map(CompiledRule::new).sorted().toList();
    }

    public synchronized void add(Rule rule) {
        List<CompiledRule> all = new ArrayList<>(rules);
        all.add(new CompiledRule(rule));
        take(all.stream().sorted().toList());
    }

    public List<Rule> list() {
        return rules.stream().map(CompiledRule::rule).toList();
    }

    List<CompiledRule> compiled() {
        return rules;
    }

    /// What the rules say to one touch of a tool; for a script, the strictest of what they say to
    /// its parts.
    public Decision decide(String toolId, Touch touch) {
        if (touch.capability() != Capability.SHELL_RUN) {
            Decision decision = forbidden(touch).orElseGet(() -> decided(rules, toolId, touch));
            return kept(decision, toolId, touch);
        }
        return decide(toolId, Script.read(touch.subject()), ".").stream()
                .map(ScriptJudge.Part::decision)
                .max(Comparator.comparing(Decision::action).thenComparing(Decision::mode))
                .orElseThrow();
    }

    /// Whether some call of a tool could be allowed: one that touches something with one of these
    /// capabilities, or nothing of that kind where a rule about the tool itself allows it.
    ///
    /// What no rule is about counts as possible, also where nobody can be asked: then whoever calls
    /// learns which permission is missing. That scripts without a known command are asked about
    /// even where every command is denied counts for nothing.
    ///
    /// @param somebody whether there is anybody to ask; else a rule that asks is one that denies
    public boolean mayAllow(String toolId, Set<Capability> capabilities, boolean somebody) {
        List<CompiledRule> all = rules;
        Predicate<Rule> blocks =
                it -> it.action() == Action.DENY || (it.action() == Action.ASK && !somebody);
        for (Capability capability : capabilities) {
            if (BlanketDenial.find(covering(all, toolId, capability), capability, blocks).isEmpty()
                    && !isForbidden(all, capability)) {
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

    /// Whether all of a capability is forbidden by what a rule says about its namesake.
    private static boolean isForbidden(List<CompiledRule> rules, Capability capability) {
        return NAMESAKES.getOrDefault(capability, List.of()).stream()
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

    /// What a rule about a tool forbids to all of them.
    private Optional<Decision> forbidden(Touch touch) {
        if (!forbidsByTool) {
            return Optional.empty();
        }
        return NAMESAKES.getOrDefault(touch.capability(), List.of()).stream()
                .flatMap(it -> forbidden(it, touch).stream())
                .findFirst();
    }

    /// Only what is said of the tool itself: a rule about a capability is about every tool anyway,
    /// and others may overrule it.
    private Optional<Decision> forbidden(String tool, Touch touch) {
        Decision decision = decided(rules, tool, touch);
        return decision.action() == Action.DENY
                        && decision.rule().filter(it -> it.permission().equals(tool)).isPresent()
                ? Optional.of(decision)
                : Optional.empty();
    }

    /// What is allowed is asked about where it is a secret that no rule names.
    private Decision kept(Decision decision, String toolId, Touch touch) {
        if (touch.capability() != Capability.FS_READ
                || decision.action() != Action.ALLOW
                || !secrets.mayContain(touch.subject())
                || allowsSecret(decision, toolId, touch.subject())
                || !secrets.contains(touch.subject())) {
            return decision;
        }
        return new Decision(Action.ASK, SecretFiles.rule(touch.subject()));
    }

    /// Whether what a tool may read is allowed with all there is, or by a rule that names it.
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

    /// What the rules say to each part of a script that begins in a directory of the root.
    public List<ScriptJudge.Part> decide(String toolId, Script script, String directory) {
        return new ScriptJudge(rules, toolId).parts(script, directory);
    }

    /// What they would say if no rule allowed anything in look mode.
    public List<ScriptJudge.Part> decideInFull(String toolId, Script script, String directory) {
        List<CompiledRule> ordinary =
                rules.stream().filter(it -> it.rule().mode() == Mode.FULL).toList();
        return new ScriptJudge(ordinary, toolId).parts(script, directory);
    }

    static Decision decided(List<CompiledRule> rules, String toolId, Touch touch) {
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

    /// What to do, and the rule that says so; without a rule it is to be asked.
    public record Decision(Action action, Optional<Rule> rule) {

        /// Nothing is said about it.
        public static final Decision UNDECIDED = new Decision(Action.ASK, Optional.empty());

        /// How it runs, if it is allowed.
        public Mode mode() {
            return action == Action.ALLOW ? rule.map(Rule::mode).orElse(Mode.FULL) : Mode.FULL;
        }
    }
}
