package dev.deft.guard;

import dev.deft.guard.RuleBook.Decision;
import dev.deft.json.Json;
import dev.deft.run.Prepared;
import dev.deft.script.CommandTable;
import dev.deft.script.Redirection;
import dev.deft.script.Script;
import dev.deft.script.SimpleCommand;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides about a script, command by command and redirection by redirection.
final class ScriptJudge {

    /// Builtins that are part of the language: they touch nothing.
    private static final Set<String> LANGUAGE =
            Set.of(":", "[", "break", "continue", "return", "exit", "shift", "local");

    private final List<CompiledRule> rules;
    private final String toolId;
    private final CommandTable table = CommandTable.standard();
    private final List<Part> parts = new ArrayList<>();

    ScriptJudge(List<CompiledRule> rules, String toolId) {
        this.rules = rules;
        this.toolId = toolId;
    }

    /// One part of a script, what is decided about it and the rule that would allow it.
    ///
    /// @param note what the decision is about beyond the words, or empty
    record Part(String shown, Decision decision, String note, Optional<Rule> offer) {}

    /// Where the script of a call begins: its paths are relative to that.
    static String directory(Prepared<?> call) {
        return call.arguments().fields().get("workdir") instanceof Json.Str(String text)
                ? text
                : ".";
    }

    List<Part> parts(Script script, String directory) {
        var places = new Places(directory);
        for (SimpleCommand command : script.commands()) {
            command(command);
            command.redirections().forEach(it -> redirection(it, places));
            places.follow(command);
        }
        for (String doubt : script.doubts()) {
            parts.add(new Part("the script", unknown(), doubt, Optional.empty()));
        }
        if (parts.stream().allMatch(it -> it.decision().equals(free()))) {
            parts.add(
                    new Part(
                            "the script",
                            unknown(),
                            "it has no command that a rule allows",
                            Optional.empty()));
        }
        return parts;
    }

    private void command(SimpleCommand command) {
        List<CommandTable.Twist> twists = table.twists(command);
        String note = twists.stream().findFirst().map(CommandTable.Twist::why).orElse("");
        if (command.words().isEmpty()) {
            if (!command.assignments().isEmpty()) {
                parts.add(
                        new Part(
                                command.assignments().getFirst().name() + "=…",
                                twists.isEmpty() ? free() : unknown(),
                                note,
                                Optional.empty()));
            }
            return;
        }
        if (command.isUnknown()) {
            parts.add(
                    new Part(
                            command.display(),
                            unknown(),
                            "what runs is known only when it runs",
                            Optional.empty()));
            return;
        }
        Decision decision = decided(command, twists);
        Optional<Rule> offer =
                decision.action() == Action.ASK
                        ? Offers.of(command, twists, table, toolId)
                        : Optional.empty();
        parts.add(new Part(command.display(), decision, note, offer));
    }

    private Decision decided(SimpleCommand command, List<CommandTable.Twist> twists) {
        Optional<Rule> maybe = Optional.empty();
        for (CompiledRule rule : rules) {
            if (!rule.isFinal() || !rule.covers(toolId, Capability.SHELL_RUN)) {
                continue;
            }
            switch (rule.fit(command)) {
                case YES -> {
                    return new Decision(Action.DENY, Optional.of(rule.rule()));
                }
                case MAYBE -> maybe = Optional.of(rule.rule());
                case NO -> {}
            }
        }
        for (CompiledRule rule : rules) {
            if (!rule.covers(toolId, Capability.SHELL_RUN)) {
                continue;
            }
            CommandPattern.Fit fit = rule.fit(command);
            if (rule.rule().action() == Action.ALLOW) {
                if (fit == CommandPattern.Fit.YES && rule.allowsTwisted(twists)) {
                    return maybe.isPresent()
                            ? new Decision(Action.ASK, maybe)
                            : new Decision(Action.ALLOW, Optional.of(rule.rule()));
                }
            } else if (fit == CommandPattern.Fit.YES) {
                return new Decision(rule.rule().action(), Optional.of(rule.rule()));
            } else if (fit == CommandPattern.Fit.MAYBE && maybe.isEmpty()) {
                maybe = Optional.of(rule.rule());
            }
        }
        boolean harmless =
                command.kind() != SimpleCommand.Kind.PLAIN
                        || command.program().filter(LANGUAGE::contains).isPresent();
        return harmless && twists.isEmpty() && maybe.isEmpty()
                ? free()
                : new Decision(Action.ASK, maybe);
    }

    /// What nobody can tell before it runs is allowed only where all there is is allowed.
    private Decision unknown() {
        for (CompiledRule rule : rules) {
            if (!rule.covers(toolId, Capability.SHELL_RUN)) {
                continue;
            }
            if (rule.rule().action() != Action.ALLOW) {
                return new Decision(Action.ASK, Optional.of(rule.rule()));
            }
            if (rule.everything()) {
                return new Decision(Action.ALLOW, Optional.of(rule.rule()));
            }
        }
        return new Decision(Action.ASK, Optional.empty());
    }

    private static Decision free() {
        return new Decision(Action.ALLOW, Optional.empty());
    }

    private void redirection(Redirection redirection, Places places) {
        Places.Target target = places.of(redirection);
        String sign = redirection.kind().writes() ? "> " : "< ";
        if (!target.known()) {
            parts.add(
                    new Part(
                            sign + redirection.target().display(),
                            unknown(),
                            "where it leads is known only when it runs",
                            Optional.empty()));
        }
        for (Touch touch : target.touches()) {
            Decision decision = file(touch);
            Optional<Rule> offer =
                    decision.action() == Action.ASK
                            ? Optional.of(
                                    new Rule(
                                            Scope.SESSION,
                                            Action.ALLOW,
                                            touch.capability().wire(),
                                            PathPattern.literally(touch.subject())))
                            : Optional.empty();
            parts.add(new Part(sign + touch.subject(), decision, "", offer));
        }
    }

    /// A pattern anchored at the root allows nothing outside it.
    private Decision file(Touch touch) {
        boolean outside =
                touch.capability() != Capability.NET_FETCH && Places.isOutside(touch.subject());
        List<CompiledRule> fitting =
                rules.stream()
                        .filter(it ->
                                !outside
                                        || it.rule().action() != Action.ALLOW
                                        || it.everything()
                                        || it.rule().pattern().startsWith("/"))
                        .toList();
        return RuleBook.decided(fitting, "", touch);
    }
}
