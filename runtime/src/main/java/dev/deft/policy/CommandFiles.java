package dev.deft.policy;

import dev.deft.policy.pattern.PatternVariables;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Optional;

/// What commands may do with the files of a workspace: the answer of the rules and the ceiling that
/// the fence is built from.
///
/// A rule about reading hides, one about writing makes read-only. A rule that leaves everything to
/// a person does not count, nor does one about all there is: whether a command runs is asked
/// elsewhere.
public final class CommandFiles {

    private static final String READ = "read";
    private static final List<String> WRITING = List.of("write", "edit");

    private final Ceiling ceiling;
    private final RuleBook rules;
    private final SecretFiles secrets;
    private final boolean allRead;
    private final boolean allWritten;
    private Bound bound = new Bound(List.of(), List.of(), List.of());

    /// Puts the answer together.
    ///
    /// @param secrets what commands do not see unless a rule names it
    public CommandFiles(Ceiling ceiling, RuleBook rules, SecretFiles secrets) {
        this.ceiling = ceiling;
        this.rules = rules;
        this.secrets = secrets;
        String everything = "." + Touch.TREE;
        this.allRead = ceiling.covers(new Touch(Capability.FS_READ, everything));
        this.allWritten = ceiling.covers(new Touch(Capability.FS_WRITE, everything));
    }

    /// Every file, for whoever has no rules.
    public static CommandFiles everything() {
        return new CommandFiles(
                Ceiling.of(RequirementSet.EVERYTHING, PatternVariables.of(List.of(), List.of())),
                new RuleBook(List.of()),
                SecretFiles.NONE);
    }

    /// What may be done with a file, the least first.
    public enum Access {
        NONE,
        READ,
        WRITE
    }

    /// An answer.
    ///
    /// @param anywhere whether it would be the same wherever the file was moved to
    public record Ruling(Access access, boolean anywhere) {

        static final Ruling FREE = new Ruling(Access.WRITE, true);
    }

    /// The rules as they were last compiled, and those of them that bind commands.
    private record Bound(
            List<CompiledRule> all, List<CompiledRule> read, List<CompiledRule> write) {}

    private synchronized Bound bound() {
        List<CompiledRule> now = rules.compiled();
        if (!bound.all().equals(now)) {
            bound =
                    new Bound(
                            now,
                            binding(now, Capability.FS_READ, List.of(READ)),
                            binding(now, Capability.FS_WRITE, WRITING));
        }
        return bound;
    }

    /// Those that could decide about a file; none where all of them allow.
    private static List<CompiledRule> binding(
            List<CompiledRule> all, Capability capability, List<String> tools) {
        List<CompiledRule> some =
                all.stream()
                        .filter(it -> tools.stream().anyMatch(tool -> it.covers(tool, capability)))
                        .toList();
        return some.stream().anyMatch(it -> binds(it.rule())) ? some : List.of();
    }

    private static boolean binds(Rule rule) {
        boolean blanket = rule.pattern().equals("*") || rule.pattern().equals("**");
        return switch (rule.action()) {
            case ALLOW -> false;
            case ASK -> !blanket;
            case DENY -> !blanket || !rule.permission().equals("*");
        };
    }

    /// Changes whenever another answer is possible, other than by the files themselves.
    public Object version() {
        return bound();
    }

    /// Whether rules or the ceiling bind commands, beyond the built-in list of secrets.
    public boolean restrictsFiles() {
        Bound now = bound();
        return !allRead || !allWritten || !now.read().isEmpty() || !now.write().isEmpty();
    }

    /// Whether the answer about a file depends on what is in it.
    public boolean dependsOnContent(String path) {
        return secrets.mayContain(path);
    }

    /// About one file, by its path relative to the root.
    public Ruling ruling(String path) {
        Ruling general = restrictsFiles() ? general(path) : Ruling.FREE;
        if (general.access() == Access.NONE || !secrets.mayContain(path) || isOpened(path)) {
            return general;
        }
        return secrets.contains(path) ? new Ruling(Access.NONE, true) : general;
    }

    /// About all that could be in a directory, but for what is decided file by file.
    public Ruling rulingBelow(String directory) {
        return restrictsFiles() ? general(directory + Touch.TREE) : Ruling.FREE;
    }

    private Ruling general(String subject) {
        Bound now = bound();
        var read = new Touch(Capability.FS_READ, subject);
        if (!allRead && !ceiling.covers(read)) {
            return new Ruling(Access.NONE, false);
        }
        Optional<Rule> hides = deciding(now.read(), READ, read);
        if (hides.isPresent()) {
            return new Ruling(Access.NONE, isAnywhere(hides.get()));
        }
        var write = new Touch(Capability.FS_WRITE, subject);
        if (!allWritten && !ceiling.covers(write)) {
            return new Ruling(Access.READ, false);
        }
        for (String tool : WRITING) {
            Optional<Rule> keeps = deciding(now.write(), tool, write);
            if (keeps.isPresent()) {
                return new Ruling(Access.READ, isAnywhere(keeps.get()));
            }
        }
        return Ruling.FREE;
    }

    /// The rule that decides, where it binds commands.
    private static Optional<Rule> deciding(List<CompiledRule> some, String tool, Touch touch) {
        if (some.isEmpty()) {
            return Optional.empty();
        }
        return RuleBook.decided(some, tool, touch).rule().filter(CommandFiles::binds);
    }

    /// A pattern such as `**/*.key`.
    private static boolean isAnywhere(Rule rule) {
        return rule.pattern().startsWith("**/") && rule.pattern().indexOf('/', 3) < 0;
    }

    private boolean isOpened(String path) {
        var touch = new Touch(Capability.FS_READ, path);
        return rules.allowsSecret(RuleBook.decided(rules.compiled(), READ, touch), READ, path);
    }
}
