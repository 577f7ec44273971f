package dev.deft.engine.prompt;

import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.run.Mode;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Describes the permissions of a run to the model in a few lines: the decision about files and
/// commands that no rule names, and the rules that differ from it.
///
/// @param rules all rules in force
/// @param usual the rules of the agent itself, which are not listed
/// @param interactive whether somebody can be asked
public record PermissionFacts(
        List<Rule> rules, List<Rule> usual, Optional<RequirementSet> ceiling, boolean interactive) {

    private static final int MOST_LISTED = 8;
    private static final String UNNAMED_PATH = "zq/no-rule-names-this.zq";
    private static final String UNNAMED_COMMAND = "zq-no-rule-names-this";
    private static final Set<String> CHANGES =
            Set.of("fs.write", "write", "edit", "apply_patch", "delete_file", "move_file", "*");
    private static final Set<String> COMMANDS = Set.of("bash", "shell.run", "*");

    public List<String> lines() {
        var book = new RuleBook(rules);
        List<String> lines = new ArrayList<>();
        lines.add(reading(book));
        lines.add(changing(book));
        lines.add(running(book));
        List<String> denied = listed(it -> it.action() == Action.DENY, Rule::text);
        if (!denied.isEmpty()) {
            lines.add("Forbidden: " + String.join("; ", denied) + ".");
        }
        ceiling.ifPresent(it -> lines.add(bounds(it)));
        lines.add(
                interactive
                        ? "Everything else needs the approval of the user."
                        : "Everything else is denied, because nobody can be asked: do not work around it; say what you would need.");
        return lines;
    }

    private String reading(RuleBook book) {
        Action action = book.decide("read", new Touch(Capability.FS_READ, UNNAMED_PATH)).action();
        return "Reading the workspace: " + word(action) + ".";
    }

    private String changing(RuleBook book) {
        Action action = book.decide("edit", new Touch(Capability.FS_WRITE, UNNAMED_PATH)).action();
        List<String> where = allowed(CHANGES, Rule::pattern);
        boolean everywhere = action == Action.ALLOW;
        return "Changing files: "
                + word(action)
                + (everywhere || where.isEmpty() ? "" : "; allowed in " + String.join(", ", where))
                + ".";
    }

    private String running(RuleBook book) {
        RuleBook.Decision decision = book.decideProgram("bash", UNNAMED_COMMAND);
        if (decision.action() == Action.ALLOW && decision.mode() == Mode.FULL) {
            return "Commands: allowed.";
        }
        List<String> granted =
                allowed(COMMANDS, Rule::pattern).stream().map(it -> "`" + it + "`").toList();
        String some =
                granted.isEmpty() ? "" : " Allowed in full: " + String.join(", ", granted) + ".";
        if (decision.action() == Action.ALLOW) {
            return "Commands: any may run in look mode: their changes are discarded, and they have no network."
                    + some;
        }
        String others = word(decision.action());
        return rules.containsAll(usual)
                ? "Commands: read-only ones, such as `git status` or `ls`, are allowed; others are %s.%s"
                        .formatted(others, some)
                : "Commands: " + others + "." + some;
    }

    private static String bounds(RequirementSet ceiling) {
        String hosts = ceiling.hosts().isEmpty() ? "none" : String.join(", ", ceiling.hosts());
        return "At most: read %s; write %s; hosts %s."
                .formatted(or(ceiling.read()), or(ceiling.write()), hosts);
    }

    private static String or(List<String> patterns) {
        return patterns.isEmpty() ? "nothing" : String.join(", ", patterns);
    }

    private List<String> allowed(Set<String> permissions, Function<Rule, String> shown) {
        return listed(
                it ->
                        it.action() == Action.ALLOW
                                && it.mode() == Mode.FULL
                                && permissions.contains(it.permission()),
                shown);
    }

    private List<String> listed(Predicate<Rule> which, Function<Rule, String> shown) {
        List<String> all =
                rules.stream()
                        .filter(which)
                        .filter(it -> !usual.contains(it))
                        .map(shown)
                        .distinct()
                        .collect(Collectors.toCollection(ArrayList::new));
        return all.size() <= MOST_LISTED
                ? all
                : Stream.concat(all.stream().limit(MOST_LISTED), Stream.of("and more")).toList();
    }

    private String word(Action action) {
        return switch (action) {
            case ALLOW -> "allowed";
            case ASK -> interactive ? "subject to approval" : "denied";
            case DENY -> "denied";
        };
    }
}
