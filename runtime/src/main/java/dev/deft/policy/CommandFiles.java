package dev.deft.policy;

import dev.deft.policy.pattern.PatternVariables;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Optional;

/// What commands may do with the files of a workspace, by the rules and the ceiling. The sandbox is
/// built from it.
///
/// A rule about reading hides files, one about writing makes them read-only. Rules that ask about
/// everything or cover everything do not count: other gates decide whether a command runs.
public final class CommandFiles {

    private static final String READ = "read";
    private static final List<String> WRITING = List.of("write", "edit");

    private final Ceiling ceiling;
    private final RuleBook rules;
    private final SecretFiles secrets;
    private final Optional<CommandFiles> outer;
    private final boolean allRead;
    private final boolean allWritten;
    private Restrictions restrictions = new Restrictions(List.of(), List.of(), List.of());

    /// @param secrets files that are hidden from commands unless a rule names them
    public CommandFiles(Ceiling ceiling, RuleBook rules, SecretFiles secrets) {
        this.ceiling = ceiling;
        this.rules = rules;
        this.secrets = secrets;
        this.outer = rules.outer().map(it -> new CommandFiles(ceiling, it, secrets));
        String everything = "." + Touch.TREE;
        this.allRead = ceiling.covers(new Touch(Capability.FS_READ, everything));
        this.allWritten = ceiling.covers(new Touch(Capability.FS_WRITE, everything));
    }

    /// Full access to every file.
    public static CommandFiles everything() {
        return new CommandFiles(
                Ceiling.of(RequirementSet.EVERYTHING, PatternVariables.of(List.of(), List.of())),
                new RuleBook(List.of()),
                SecretFiles.NONE);
    }

    /// The access to a file, from the least to the most.
    public enum Access {
        NONE,
        READ,
        WRITE
    }

    /// The access to a file or directory.
    ///
    /// @param anywhere whether it stays the same wherever the file is moved
    public record Ruling(Access access, boolean anywhere) {

        static final Ruling FULL = new Ruling(Access.WRITE, true);
    }

    /// The compiled rules, and those of them that restrict commands.
    private record Restrictions(
            List<CompiledRule> all, List<CompiledRule> read, List<CompiledRule> write) {}

    private synchronized Restrictions restrictions() {
        List<CompiledRule> now = rules.compiled();
        if (!restrictions.all().equals(now)) {
            restrictions =
                    new Restrictions(
                            now,
                            restricting(now, Capability.FS_READ, List.of(READ)),
                            restricting(now, Capability.FS_WRITE, WRITING));
        }
        return restrictions;
    }

    /// The rules that could decide about a file; none if all of them allow.
    private static List<CompiledRule> restricting(
            List<CompiledRule> all, Capability capability, List<String> tools) {
        List<CompiledRule> candidates =
                all.stream()
                        .filter(it -> tools.stream().anyMatch(tool -> it.covers(tool, capability)))
                        .toList();
        return candidates.stream().anyMatch(it -> restricts(it.rule())) ? candidates : List.of();
    }

    private static boolean restricts(Rule rule) {
        boolean blanket = rule.pattern().equals("*") || rule.pattern().equals("**");
        return switch (rule.action()) {
            case ALLOW -> false;
            case ASK -> !blanket;
            case DENY -> !blanket || !rule.permission().equals("*");
        };
    }

    /// Changes whenever the rules change.
    public Object version() {
        return outer.isPresent() ? List.of(restrictions(), outer.get().version()) : restrictions();
    }

    /// Whether rules or the ceiling restrict commands, beyond the built-in list of secrets.
    public boolean restrictsFiles() {
        Restrictions now = restrictions();
        return !allRead
                || !allWritten
                || !now.read().isEmpty()
                || !now.write().isEmpty()
                || outer.filter(CommandFiles::restrictsFiles).isPresent();
    }

    /// Whether the access to a file depends on its content.
    public boolean dependsOnContent(String path) {
        return secrets.mayContain(path);
    }

    /// The access to a file.
    ///
    /// @param path relative to the root
    public Ruling ruling(String path) {
        Ruling own = rulingAlone(path);
        return outer.isPresent() ? stricter(own, outer.get().ruling(path)) : own;
    }

    private Ruling rulingAlone(String path) {
        Ruling general = restrictsFiles() ? general(path) : Ruling.FULL;
        if (general.access() == Access.NONE || !secrets.mayContain(path) || isAllowedSecret(path)) {
            return general;
        }
        return secrets.contains(path) ? new Ruling(Access.NONE, true) : general;
    }

    /// The access to everything in a directory, except for files that have a decision of their own.
    public Ruling rulingBelow(String directory) {
        Ruling own = restrictsFiles() ? general(directory + Touch.TREE) : Ruling.FULL;
        return outer.isPresent() ? stricter(own, outer.get().rulingBelow(directory)) : own;
    }

    /// Of two equal ones, that which holds in fewer places.
    private static Ruling stricter(Ruling own, Ruling outside) {
        int compared = own.access().compareTo(outside.access());
        return compared < 0 || (compared == 0 && !own.anywhere()) ? own : outside;
    }

    private Ruling general(String subject) {
        Restrictions now = restrictions();
        var read = new Touch(Capability.FS_READ, subject);
        if (!allRead && !ceiling.covers(read)) {
            return new Ruling(Access.NONE, false);
        }
        Optional<Rule> hiding = deciding(now.read(), READ, read);
        if (hiding.isPresent()) {
            return new Ruling(Access.NONE, isAnywhere(hiding.get()));
        }
        var write = new Touch(Capability.FS_WRITE, subject);
        if (!allWritten && !ceiling.covers(write)) {
            return new Ruling(Access.READ, false);
        }
        for (String tool : WRITING) {
            Optional<Rule> protecting = deciding(now.write(), tool, write);
            if (protecting.isPresent()) {
                return new Ruling(Access.READ, isAnywhere(protecting.get()));
            }
        }
        return Ruling.FULL;
    }

    /// The rule that decides, if it restricts commands.
    private static Optional<Rule> deciding(List<CompiledRule> rules, String tool, Touch touch) {
        if (rules.isEmpty()) {
            return Optional.empty();
        }
        return RuleBook.decide(rules, tool, touch).rule().filter(CommandFiles::restricts);
    }

    /// Whether the pattern is like `**/*.key`.
    private static boolean isAnywhere(Rule rule) {
        return rule.pattern().startsWith("**/") && rule.pattern().indexOf('/', 3) < 0;
    }

    private boolean isAllowedSecret(String path) {
        var touch = new Touch(Capability.FS_READ, path);
        return rules.allowsSecret(RuleBook.decide(rules.compiled(), READ, touch), READ, path);
    }
}
