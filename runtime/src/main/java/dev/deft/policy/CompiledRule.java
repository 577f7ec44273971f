package dev.deft.policy;

import dev.deft.policy.pattern.CommandPattern;
import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.PathPattern;
import dev.deft.policy.pattern.SplitPath;
import dev.deft.policy.pattern.Wildcards;
import dev.deft.run.Mode;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.table.CommandTable;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A rule with its compiled patterns and its precedence.
public final class CompiledRule implements Comparable<CompiledRule> {

    /// The tool whose rules are about commands, and the one that starts a command in the same way.
    private static final String COMMANDS = "bash";

    private static final String INSTANCE = "instance_spawn";

    private final Rule rule;
    private final int specificity;
    private final int literals;
    private final int permissionLiterals;
    private final Wildcards permission;
    private final Wildcards name;
    private final Supplier<PathPattern> path;
    private final Supplier<HostPattern> host;
    private final CommandPattern command;

    public CompiledRule(Rule rule) {
        this.rule = rule;
        this.specificity = specificity(rule.permission());
        this.literals = literals(rule.pattern());
        this.permissionLiterals = permissionLiterals(rule.permission());
        this.permission = new Wildcards(rule.permission());
        this.name = new Wildcards(rule.pattern());
        this.path = new Lazy<>(() -> PathPattern.of(allowsEverything() ? "**" : rule.pattern()));
        this.host =
                new Lazy<>(
                        () -> HostPattern.of(rule.pattern().equals("*") ? "**" : rule.pattern()));
        this.command = CommandPattern.of(rule.pattern().equals("**") ? "*" : rule.pattern());
    }

    private static int literals(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            count += text.charAt(i) == '*' || text.charAt(i) == '?' ? 0 : 1;
        }
        return count;
    }

    /// Only permissions for MCP servers are more or less specific by themselves: `mcp:files:read`
    /// beats `mcp:files:*`. A rule that names a tool is the most specific one.
    private static int permissionLiterals(String permission) {
        return permission.startsWith(ServerPermissions.PREFIX)
                ? literals(permission)
                : Integer.MAX_VALUE;
    }

    /// Creates a value at the first call.
    private static final class Lazy<T> implements Supplier<T> {

        private final Supplier<T> supplier;
        private @Nullable T value;

        Lazy(Supplier<T> supplier) {
            this.supplier = supplier;
        }

        @Override
        public T get() {
            T current = value;
            if (current == null) {
                current = supplier.get();
                value = current;
            }
            return current;
        }
    }

    /// Whether it is `* *`, which covers everything. In other rules about paths, `*` is one
    /// segment.
    public boolean allowsEverything() {
        return rule.mode() == Mode.FULL
                && rule.permission().equals("*")
                && (rule.pattern().equals("*") || rule.pattern().equals("**"));
    }

    /// Whether its pattern names the file, not only a directory around it.
    boolean namesFile(String subject) {
        return path.get().names(subject);
    }

    private static int specificity(String permission) {
        if (permission.equals("*")) {
            return 0;
        }
        return Capability.parse(permission).isPresent() ? 1 : 2;
    }

    /// The most specific rule comes first. The order in which rules were written never matters.
    @Override
    public int compareTo(CompiledRule other) {
        int[] order = {
            Integer.compare(other.specificity, specificity),
            Integer.compare(other.literals, literals),
            Integer.compare(other.permissionLiterals, permissionLiterals),
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

    /// Whether it is about a capability of a tool.
    ///
    /// @param names the id of the tool, and the permissions it asks for by name
    boolean covers(List<String> names, Capability capability) {
        for (String it : names) {
            if (covers(it, capability)) {
                return true;
            }
        }
        return false;
    }

    /// Whether its permission is a capability or `*`, not a tool.
    boolean isGeneral() {
        return specificity < 2;
    }

    /// Whether no other rule overrules it.
    boolean isFinal() {
        return rule.scope() == Scope.MANIFEST && rule.action() == Action.DENY;
    }

    /// Whether it may match a command.
    ///
    /// @param word the first word of the command
    /// @param program the program it runs: `rm` for `/bin/rm`
    boolean mayMatch(String word, String program) {
        return command.mayMatch(word, program);
    }

    CommandPattern.Match match(SimpleCommand simple) {
        return rule.action() == Action.ALLOW
                ? command.match(simple)
                : command.matchByProgram(simple);
    }

    /// Whether it allows any command in look mode, even one that cannot be analyzed.
    boolean allowsAnyInLookMode() {
        return rule.mode() == Mode.LOOK && command.isAny();
    }

    /// Whether it allows a command with these dangerous options, because it allows any command,
    /// names them in its pattern, or applies in look mode, where all changes are discarded.
    boolean allowsDangerousOptions(List<CommandTable.DangerousOption> dangerous) {
        return rule.mode() == Mode.LOOK
                || command.isAny()
                || dangerous.stream()
                        .allMatch(it ->
                                command.isLiteral(it.word())
                                        || (it.goal() && !command.isLiteral(1)));
    }

    /// What an instance does lasts, so rules about look mode do not cover it.
    boolean covers(String toolId, Capability capability) {
        boolean instance = toolId.equals(INSTANCE) && capability == Capability.SHELL_RUN;
        if (rule.mode() == Mode.LOOK && (capability != Capability.SHELL_RUN || instance)) {
            return false;
        }
        return switch (specificity) {
            case 0 -> true;
            case 1 -> rule.permission().equals(capability.wire());
            default -> permission.matches(toolId) || (instance && permission.matches(COMMANDS));
        };
    }

    /// Whether it matches every subject of a capability.
    boolean matchesAll(Capability capability) {
        boolean stars = rule.pattern().equals("*") || rule.pattern().equals("**");
        return switch (capability) {
            case FS_READ, FS_WRITE -> allowsEverything() || rule.pattern().equals("**");
            case NET_FETCH, NONE -> stars;
            case SHELL_RUN -> command.isAny();
        };
    }

    /// Whether its pattern matches what is touched.
    ///
    /// @param subject of the touch if it is a path
    boolean matchesSubject(Touch touch, SplitPath subject) {
        return switch (touch.capability()) {
            case FS_READ, FS_WRITE -> path.get().matches(subject);
            case NET_FETCH -> host.get().matches(touch.subject());
            case SHELL_RUN -> command.isAny();
            case NONE -> name.matches(touch.subject());
        };
    }
}
