package dev.deft.policy;

import dev.deft.policy.pattern.CommandPattern;
import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.PathPattern;
import dev.deft.policy.pattern.Wildcards;
import dev.deft.run.Mode;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.table.CommandTable;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A rule ready to be matched, with its place in the order of precedence.
public final class CompiledRule implements Comparable<CompiledRule> {

    private final Rule rule;
    private final int specificity;
    private final int literals;
    private final Wildcards permission;
    private final Wildcards name;
    private final Supplier<PathPattern> path;
    private final Supplier<HostPattern> host;
    private final CommandPattern command;

    public CompiledRule(Rule rule) {
        this.rule = rule;
        this.specificity = specificity(rule.permission());
        this.literals = (int) rule.pattern().chars().filter(it -> it != '*' && it != '?').count();
        this.permission = new Wildcards(rule.permission());
        this.name = new Wildcards(rule.pattern());
        this.path = new Once<>(() -> PathPattern.of(allowsEverything() ? "**" : rule.pattern()));
        this.host =
                new Once<>(
                        () -> HostPattern.of(rule.pattern().equals("*") ? "**" : rule.pattern()));
        this.command = CommandPattern.of(rule.pattern().equals("**") ? "*" : rule.pattern());
    }

    /// What only some rules are ever asked for is made when they are.
    private static final class Once<T> implements Supplier<T> {

        private final Supplier<T> maker;
        private @Nullable T made;

        Once(Supplier<T> maker) {
            this.maker = maker;
        }

        @Override
        public T get() {
            T known = made;
            if (known == null) {
                known = maker.get();
                made = known;
            }
            return known;
        }
    }

    /// `* *` means all there is; only a permission that is about paths keeps `*` to one segment.
    public boolean allowsEverything() {
        return rule.mode() == Mode.FULL
                && rule.permission().equals("*")
                && (rule.pattern().equals("*") || rule.pattern().equals("**"));
    }

    /// Whether it names a file, not only a directory around it.
    boolean namesFile(String subject) {
        return path.get().names(subject);
    }

    private static int specificity(String permission) {
        if (permission.equals("*")) {
            return 0;
        }
        return Capability.parse(permission).isPresent() ? 1 : 2;
    }

    /// The most specific comes first; the order in which rules were written never matters.
    @Override
    public int compareTo(CompiledRule other) {
        int[] order = {
            Integer.compare(other.specificity, specificity),
            Integer.compare(other.literals, literals),
            other.rule.scope().compareTo(rule.scope()),
            other.rule.action().compareTo(rule.action()),
            other.rule.mode().compareTo(rule.mode())
        };
        for (int step : order) {
            if (step != 0) {
                return step;
            }
        }
        return rule.text().compareTo(other.rule.text());
    }

    Rule rule() {
        return rule;
    }

    /// Whether it is about this touch.
    ///
    /// @param path the segments of its subject, where that is a path
    boolean matches(String toolId, Touch touch, List<String> path) {
        return covers(toolId, touch.capability()) && fits(touch, path);
    }

    /// Whether it is about a capability or everything, not about some tools.
    boolean isGeneral() {
        return specificity < 2;
    }

    /// Whether nothing can overrule it.
    boolean isFinal() {
        return rule.scope() == Scope.MANIFEST && rule.action() == Action.DENY;
    }

    /// Whether it may be about a command whose first word is known.
    boolean mayMatch(String spelled, String program) {
        return command.mayMatch(spelled, program);
    }

    CommandPattern.Match match(SimpleCommand simple) {
        return rule.action() == Action.ALLOW
                ? command.match(simple)
                : command.matchByProgram(simple);
    }

    /// Whether it allows any command in look mode, also one that nobody understands.
    boolean allowsAnyInLookMode() {
        return rule.mode() == Mode.LOOK && command.isAny();
    }

    /// Whether it allows more than the plain command: all there is, or spelled out in the pattern.
    /// In look mode nothing lasts, so there a twist is as good as the plain command.
    boolean allowsDangerousOptions(List<CommandTable.DangerousOption> dangerous) {
        return rule.mode() == Mode.LOOK
                || command.isAny()
                || dangerous.stream()
                        .allMatch(it ->
                                command.isLiteral(it.word())
                                        || (it.goal() && !command.isLiteral(1)));
    }

    boolean covers(String toolId, Capability capability) {
        if (rule.mode() == Mode.LOOK && capability != Capability.SHELL_RUN) {
            return false;
        }
        return switch (specificity) {
            case 0 -> true;
            case 1 -> rule.permission().equals(capability.wire());
            default -> permission.matches(toolId);
        };
    }

    /// Whether it fits whatever is touched with a capability it covers.
    boolean matchesAll(Capability capability) {
        boolean stars = rule.pattern().equals("*") || rule.pattern().equals("**");
        return switch (capability) {
            case FS_READ, FS_WRITE -> allowsEverything() || rule.pattern().equals("**");
            case NET_FETCH, NONE -> stars;
            case SHELL_RUN -> command.isAny();
        };
    }

    private boolean fits(Touch touch, List<String> segments) {
        return switch (touch.capability()) {
            case FS_READ, FS_WRITE -> path.get().matches(segments);
            case NET_FETCH -> host.get().matches(touch.subject());
            case SHELL_RUN -> command.isAny();
            case NONE -> name.matches(touch.subject());
        };
    }
}
