package dev.deft.policy;

import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.LocalGrants;
import dev.deft.policy.pattern.SplitPath;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The rules in force, and the decisions they make.
///
/// A matching deny of the manifest is final. Otherwise the most specific match wins. Without a
/// match the decision is `ask`.
///
/// A book may be inside another one, as that of a sub-agent is inside that of its parent: then the
/// stricter decision of the two counts, also after rules were added to either of them.
public final class RuleBook {

    /// A rule that denies one of these tools a path denies the path to every tool: what `deny read`
    /// covers cannot be searched either.
    private static final Map<Capability, List<String>> TOOLS_BY_CAPABILITY =
            Map.of(
                    Capability.FS_READ, List.of("read"),
                    Capability.FS_WRITE, List.of("write", "edit"));

    private static final int MOST_COVERING = 4;

    private final SecretFiles secrets;
    private final Optional<RuleBook> outer;
    private volatile List<CompiledRule> answers;
    private volatile List<CompiledRule> rules;
    private volatile boolean deniesByTool;
    private final AtomicLong changes = new AtomicLong();

    /// The rules about what was asked for lately: a search asks about thousands of files in a row.
    private volatile List<Covering> covering = List.of();

    /// The rules of this book about a capability of a tool, in order.
    ///
    /// @param all from which they were chosen
    private record Covering(
            List<CompiledRule> all,
            String toolId,
            Capability capability,
            List<CompiledRule> rules) {

        /// Every change of the book makes another list.
        @SuppressWarnings("ReferenceEquality")
        boolean isAbout(List<CompiledRule> all, String toolId, Capability capability) {
            return this.all == all && this.capability == capability && this.toolId.equals(toolId);
        }
    }

    public RuleBook(Collection<Rule> rules) {
        this(rules, SecretFiles.NONE);
    }

    /// @param secrets files that can be read only where a rule names them
    public RuleBook(Collection<Rule> rules, SecretFiles secrets) {
        this(rules, secrets, Optional.empty(), List.of());
    }

    /// @param outer the book that this one is inside of
    /// @param answers rules that the user agreed to for this book: they hold where the outer book
    ///   would ask, never where it denies
    public RuleBook(
            Collection<Rule> rules,
            SecretFiles secrets,
            Optional<RuleBook> outer,
            Collection<Rule> answers) {
        this.secrets = secrets;
        this.outer = outer;
        this.answers = compiled(answers);
        use(compiled(rules));
    }

    /// The book that this one is inside of.
    public Optional<RuleBook> outer() {
        return outer;
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
        changes.incrementAndGet();
    }

    /// A number that grows whenever rules of this book or of one around it were added or removed.
    public long changes() {
        return changes.get() + (outer.isPresent() ? outer.get().changes() : 0);
    }

    private static List<CompiledRule> compiled(Collection<Rule> rules) {
        return rules.stream().map(CompiledRule::new).sorted().toList();
    }

    public synchronized void add(Rule rule) {
        List<CompiledRule> all = new ArrayList<>(rules);
        all.add(new CompiledRule(rule));
        use(all.stream().sorted().toList());
        if (outer.isPresent()) {
            List<CompiledRule> agreed = new ArrayList<>(answers);
            agreed.add(new CompiledRule(rule));
            answers = List.copyOf(agreed);
        }
    }

    /// Removes a rule of this book.
    ///
    /// @return whether the book had the rule
    public synchronized boolean remove(Rule rule) {
        List<CompiledRule> left = without(rule, rules);
        boolean had = left.size() < rules.size();
        use(left);
        answers = without(rule, answers);
        return had;
    }

    private static List<CompiledRule> without(Rule rule, List<CompiledRule> all) {
        return all.stream().filter(it -> !it.rule().equals(rule)).toList();
    }

    /// The rules of this book, without those of the outer one.
    public List<Rule> list() {
        return rules.stream().map(CompiledRule::rule).toList();
    }

    List<CompiledRule> compiled() {
        return rules;
    }

    /// The host patterns that rules allow to a tool.
    public List<HostPattern> allowedHosts(String toolId) {
        List<HostPattern> own = allowedHosts(rules, toolId);
        if (outer.isEmpty()) {
            return own;
        }
        List<HostPattern> outside = new ArrayList<>(outer.get().allowedHosts(toolId));
        outside.addAll(allowedHosts(answers, toolId));
        return HostPattern.common(own, outside);
    }

    private static List<HostPattern> allowedHosts(List<CompiledRule> rules, String toolId) {
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
            return decide(List.of(toolId), touch, List.of());
        }
        return strictest(toolId, Script.read(touch.subject()));
    }

    /// The decision about a program without arguments.
    ///
    /// @param program a name that needs no quotes and means nothing else to bash
    public Decision decideProgram(String toolId, String program) {
        return strictest(toolId, Script.running(program));
    }

    private Decision strictest(String toolId, Script script) {
        return decide(toolId, script, ".").stream()
                .map(ScriptJudge.Part::decision)
                .max(STRICTNESS)
                .orElseThrow();
    }

    /// The decision about a touch of a tool that asks for permissions by name, such as one of an
    /// MCP server.
    ///
    /// @param permissions such as `mcp:files:read`
    public Decision decide(String toolId, List<String> permissions, Touch touch) {
        return permissions.isEmpty() || touch.capability() == Capability.SHELL_RUN
                ? decide(toolId, touch)
                : decide(names(toolId, permissions), touch, List.of());
    }

    private static List<String> names(String toolId, List<String> permissions) {
        List<String> names = new ArrayList<>(permissions);
        names.addFirst(toolId);
        return names;
    }

    /// @param agreed further rules, which hold only where this book would ask
    private Decision decide(List<String> names, Touch touch, List<CompiledRule> agreed) {
        Decision own = decideAlone(names, touch);
        if (own.action() == Action.ASK && !agreed.isEmpty()) {
            Decision answered = decide(agreed, names, touch);
            own = answered.action() == Action.ALLOW ? answered : own;
        }
        if (own.action() == Action.DENY || outer.isEmpty()) {
            return own;
        }
        return stricter(own, outer.get().decide(names, touch, joined(agreed, answers)));
    }

    private Decision decideAlone(List<String> names, Touch touch) {
        Optional<Decision> denied = deniedByTool(touch);
        Decision decision = denied.isPresent() ? denied.get() : decideByRules(names, touch);
        return askAboutSecret(decision, names.getFirst(), touch);
    }

    /// The first of two that are equally strict.
    private static Decision stricter(Decision own, Decision outside) {
        return STRICTNESS.compare(own, outside) >= 0 ? own : outside;
    }

    private static List<CompiledRule> joined(List<CompiledRule> some, List<CompiledRule> more) {
        return some.isEmpty()
                ? more
                : more.isEmpty()
                        ? some
                        : Stream.concat(some.stream(), more.stream()).sorted().toList();
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
        return mayAllow(toolId, List.of(), capabilities, interactive);
    }

    /// The same for a tool that asks for permissions by name.
    ///
    /// @param permissions such as `mcp:files:read`
    public boolean mayAllow(
            String toolId,
            List<String> permissions,
            Set<Capability> capabilities,
            boolean interactive) {
        return mayAllowAlone(names(toolId, permissions), capabilities, interactive)
                && (outer.isEmpty()
                        || outer.get().mayAllow(toolId, permissions, capabilities, interactive));
    }

    private boolean mayAllowAlone(
            List<String> names, Set<Capability> capabilities, boolean interactive) {
        List<CompiledRule> all = rules;
        Predicate<Rule> blocks =
                it -> it.action() == Action.DENY || (it.action() == Action.ASK && !interactive);
        for (Capability capability : capabilities) {
            if (BlanketDenial.find(covering(all, names, capability), capability, blocks).isEmpty()
                    && !isDenied(all, capability)) {
                return true;
            }
        }
        List<CompiledRule> named =
                covering(all, names, Capability.NONE).stream()
                        .filter(it -> it.isFinal() || !it.isGeneral())
                        .toList();
        return named.stream().anyMatch(it -> !blocks.test(it.rule()))
                && BlanketDenial.find(named, Capability.NONE, blocks).isEmpty();
    }

    private static List<CompiledRule> covering(
            List<CompiledRule> rules, List<String> names, Capability capability) {
        List<CompiledRule> covering = new ArrayList<>();
        for (CompiledRule it : rules) {
            if (it.covers(names, capability)) {
                covering.add(it);
            }
        }
        return covering;
    }

    /// Whether a rule about one of the tools of a capability denies all of it.
    private static boolean isDenied(List<CompiledRule> rules, Capability capability) {
        return TOOLS_BY_CAPABILITY.getOrDefault(capability, List.of()).stream()
                .anyMatch(tool ->
                        BlanketDenial.find(
                                        covering(rules, List.of(tool), capability),
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
        Decision decision = decideByRules(List.of(tool), touch);
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
        return judged(it -> new ScriptJudge(it, toolId).parts(script, directory), List.of());
    }

    /// The same without the rules that allow something in look mode.
    public List<ScriptJudge.Part> decideInFull(String toolId, Script script, String directory) {
        return judged(
                it -> new ScriptJudge(ordinary(it), toolId).parts(script, directory), List.of());
    }

    private static List<CompiledRule> ordinary(List<CompiledRule> rules) {
        return rules.stream().filter(it -> it.rule().mode() == Mode.FULL).toList();
    }

    /// The parts of a script by the rules of this book, and those that the outer book is stricter
    /// about than allowing them in full.
    ///
    /// @param agreed further rules, which hold only where this book would ask
    private List<ScriptJudge.Part> judged(
            Function<List<CompiledRule>, List<ScriptJudge.Part>> judge, List<CompiledRule> agreed) {
        List<ScriptJudge.Part> alone = judge.apply(rules);
        boolean open = alone.stream().anyMatch(it -> !isFree(it));
        boolean denied = alone.stream().anyMatch(it -> it.decision().action() == Action.DENY);
        List<ScriptJudge.Part> own =
                open && !denied && !agreed.isEmpty() ? judge.apply(joined(rules, agreed)) : alone;
        if (outer.isEmpty()) {
            return own;
        }
        List<ScriptJudge.Part> all = new ArrayList<>(own);
        outer.get().judged(judge, joined(agreed, answers)).stream()
                .filter(it -> !isFree(it) && !own.contains(it))
                .forEach(all::add);
        return all;
    }

    private static boolean isFree(ScriptJudge.Part part) {
        return part.decision().action() == Action.ALLOW && part.decision().mode() == Mode.FULL;
    }

    static Decision decide(List<CompiledRule> rules, String toolId, Touch touch) {
        return decide(rules, List.of(toolId), touch);
    }

    private static Decision decide(List<CompiledRule> rules, List<String> names, Touch touch) {
        return decide(covering(rules, names, touch.capability()), touch);
    }

    private Decision decideByRules(List<String> names, Touch touch) {
        return names.size() > 1
                ? decide(rules, names, touch)
                : decide(covering(names.getFirst(), touch.capability()), touch);
    }

    private List<CompiledRule> covering(String toolId, Capability capability) {
        List<CompiledRule> all = rules;
        List<Covering> known = covering;
        for (Covering it : known) {
            if (it.isAbout(all, toolId, capability)) {
                return it.rules();
            }
        }
        var found =
                new Covering(all, toolId, capability, covering(all, List.of(toolId), capability));
        List<Covering> next = new ArrayList<>(List.of(found));
        next.addAll(known.subList(0, Math.min(known.size(), MOST_COVERING - 1)));
        covering = next;
        return found.rules();
    }

    /// @param rules about the capability of the touch
    private static Decision decide(List<CompiledRule> rules, Touch touch) {
        var path = new SplitPath(touch.subject());
        Optional<Rule> first = Optional.empty();
        for (CompiledRule rule : rules) {
            if (first.isPresent() && !rule.isFinal()) {
                continue;
            }
            if (rule.matchesSubject(touch, path)) {
                if (rule.isFinal()) {
                    return new Decision(Action.DENY, Optional.of(rule.rule()));
                }
                first = Optional.of(rule.rule());
            }
        }
        return new Decision(first.map(Rule::action).orElse(Action.ASK), first);
    }

    /// By action, then by mode. The start-up cache stores no lambda of [Comparator#comparing]: each
    /// start would make three, which takes 5 ms.
    private static final Comparator<Decision> STRICTNESS =
            (one, other) -> {
                int byAction = one.action().compareTo(other.action());
                return byAction != 0 ? byAction : one.mode().compareTo(other.mode());
            };

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
