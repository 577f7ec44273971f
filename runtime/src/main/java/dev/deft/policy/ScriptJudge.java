package dev.deft.policy;

import dev.deft.json.Json;
import dev.deft.policy.RuleBook.Decision;
import dev.deft.policy.pattern.CommandPattern;
import dev.deft.policy.pattern.PathPattern;
import dev.deft.run.Mode;
import dev.deft.run.PreparedCall;
import dev.deft.script.Script;
import dev.deft.script.command.Redirection;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.table.CommandTable;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides about a script, command by command and redirection by redirection.
public final class ScriptJudge {

    /// Builtins that touch nothing outside the shell; the script analysis knows what they do inside
    /// it.
    private static final Set<String> LANGUAGE =
            Set.of(
                    ":",
                    "[",
                    "break",
                    "continue",
                    "declare",
                    "exit",
                    "export",
                    "false",
                    "getopts",
                    "let",
                    "local",
                    "read",
                    "readonly",
                    "return",
                    "set",
                    "shift",
                    "shopt",
                    "test",
                    "true",
                    "typeset",
                    "unset",
                    "wait");

    /// Commands that only pass on what they read, with any options. Beside a command that may run
    /// in full, as in `npm test | tail -5`, they need no rule of their own.
    private static final Set<String> AUXILIARY =
            Set.of(
                    "cat", "cd", "cut", "echo", "false", "grep", "head", "pwd", "tail", "tr",
                    "true", "wc");

    /// Allowed without a rule.
    private static final Decision ALLOWED = new Decision(Action.ALLOW, Optional.empty());

    private final List<CompiledRule> rules;
    private final List<CompiledRule> commandRules;
    private final String toolId;
    private final CommandTable table = CommandTable.standard();
    private final List<Part> parts = new ArrayList<>();
    private boolean allowedByRule;

    ScriptJudge(List<CompiledRule> rules, String toolId) {
        this.rules = rules;
        this.commandRules =
                rules.stream().filter(it -> it.covers(toolId, Capability.SHELL_RUN)).toList();
        this.toolId = toolId;
    }

    /// One part of a script, and the decision about it.
    ///
    /// @param note why the part does more than its words say, or empty
    /// @param suggestion the rule that would allow it
    /// @param auxiliary whether it needs no rule beside a command that may run in full
    public record Part(
            String text,
            Decision decision,
            String note,
            Optional<Rule> suggestion,
            boolean auxiliary) {

        Part(String text, Decision decision, String note, Optional<Rule> suggestion) {
            this(text, decision, note, suggestion, false);
        }

        private boolean isLookMode() {
            return decision.mode() == Mode.LOOK;
        }

        private Part withoutRule() {
            return isLookMode() ? new Part(text, ALLOWED, note, suggestion, true) : this;
        }
    }

    /// The directory in which the script of a call starts.
    public static String directory(PreparedCall<?> call) {
        return call.arguments().fields().get("workdir") instanceof Json.Str(String text)
                ? text
                : ".";
    }

    List<Part> parts(Script script, String directory) {
        var targets = new RedirectionTargets(directory);
        for (SimpleCommand command : script.commands()) {
            command(command);
            command.redirections().forEach(it -> redirection(it, targets));
            targets.changeDirectory(command);
        }
        for (String doubt : script.doubts()) {
            parts.add(new Part("the script", unknown(), doubt, Optional.empty()));
        }
        if (parts.stream().allMatch(it -> it.decision().equals(ALLOWED))) {
            parts.add(
                    new Part(
                            "the script",
                            unknown(),
                            "it has no command that a rule allows",
                            Optional.empty()));
        }
        return runsInFull() ? parts.stream().map(Part::withoutRule).toList() : parts;
    }

    /// Whether a rule allows a command or a file to write, and everything else is auxiliary.
    private boolean runsInFull() {
        return allowedByRule && parts.stream().allMatch(it -> !it.isLookMode() || it.auxiliary());
    }

    private void command(SimpleCommand command) {
        List<CommandTable.DangerousOption> dangerous = table.dangerousOptions(command);
        String note =
                dangerous.stream().findFirst().map(CommandTable.DangerousOption::reason).orElse("");
        if (command.words().isEmpty()) {
            if (!command.assignments().isEmpty()) {
                parts.add(
                        new Part(
                                command.assignments().getFirst().name() + "=…",
                                dangerous.isEmpty() ? ALLOWED : unknown(),
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
                            "which program runs is known only at run time",
                            Optional.empty()));
            return;
        }
        Decision decision = decide(command, dangerous);
        allowedByRule |=
                decision.action() == Action.ALLOW
                        && decision.rule().isPresent()
                        && decision.mode() == Mode.FULL;
        boolean auxiliary =
                dangerous.isEmpty() && command.program().filter(AUXILIARY::contains).isPresent();
        Optional<Rule> suggestion =
                decision.action() == Action.ASK
                        ? RuleSuggestions.forCommand(command, dangerous, table, toolId)
                        : Optional.empty();
        parts.add(new Part(command.display(), decision, note, suggestion, auxiliary));
    }

    /// The rules that may match a command, by its first word.
    private List<CompiledRule> candidates(SimpleCommand command) {
        Optional<String> word = command.words().getFirst().constant();
        Optional<String> program = command.program();
        return word.isEmpty() || program.isEmpty()
                ? commandRules
                : commandRules.stream()
                        .filter(it -> it.mayMatch(word.get(), program.get()))
                        .toList();
    }

    private Decision decide(SimpleCommand command, List<CommandTable.DangerousOption> dangerous) {
        List<CompiledRule> candidates = candidates(command);
        Optional<Rule> maybe = Optional.empty();
        for (CompiledRule rule : candidates) {
            if (!rule.isFinal()) {
                continue;
            }
            switch (rule.match(command)) {
                case YES -> {
                    return new Decision(Action.DENY, Optional.of(rule.rule()));
                }
                case MAYBE -> maybe = Optional.of(rule.rule());
                case NO -> {}
            }
        }
        for (CompiledRule rule : candidates) {
            CommandPattern.Match fit = rule.match(command);
            if (rule.rule().action() == Action.ALLOW) {
                if (fit == CommandPattern.Match.YES && rule.allowsDangerousOptions(dangerous)) {
                    return maybe.isPresent()
                            ? new Decision(Action.ASK, maybe)
                            : new Decision(Action.ALLOW, Optional.of(rule.rule()));
                }
            } else if (fit == CommandPattern.Match.YES) {
                return new Decision(rule.rule().action(), Optional.of(rule.rule()));
            } else if (fit == CommandPattern.Match.MAYBE && maybe.isEmpty()) {
                maybe = Optional.of(rule.rule());
            }
        }
        boolean builtin =
                command.kind() != SimpleCommand.Kind.PLAIN
                        || command.program().filter(LANGUAGE::contains).isPresent();
        return builtin && dangerous.isEmpty() && maybe.isEmpty()
                ? ALLOWED
                : new Decision(Action.ASK, maybe);
    }

    /// The decision about something that is known only when it runs. It is allowed where everything
    /// is allowed, or all commands in look mode, and no rule about commands asks or denies.
    private Decision unknown() {
        Optional<Rule> all = Optional.empty();
        for (CompiledRule rule : commandRules) {
            if (rule.rule().action() != Action.ALLOW) {
                return new Decision(Action.ASK, Optional.of(rule.rule()));
            }
            if (all.isEmpty() && (rule.allowsEverything() || rule.allowsAnyInLookMode())) {
                all = Optional.of(rule.rule());
            }
        }
        return new Decision(all.isPresent() ? Action.ALLOW : Action.ASK, all);
    }

    private void redirection(Redirection redirection, RedirectionTargets targets) {
        RedirectionTargets.Target target = targets.of(redirection);
        String sign = redirection.kind().writes() ? "> " : "< ";
        if (!target.known()) {
            parts.add(
                    new Part(
                            sign + redirection.target().display(),
                            unknown(),
                            "its target is known only at run time",
                            Optional.empty()));
        }
        for (Touch touch : target.touches()) {
            Decision decision = orLook(file(touch));
            allowedByRule |=
                    touch.capability() == Capability.FS_WRITE
                            && decision.action() == Action.ALLOW
                            && decision.mode() == Mode.FULL;
            Optional<Rule> suggestion =
                    decision.action() == Action.ASK
                            ? Optional.of(
                                    new Rule(
                                            Scope.SESSION,
                                            Action.ALLOW,
                                            touch.capability().wire(),
                                            PathPattern.escape(touch.subject())))
                            : Optional.empty();
            parts.add(new Part(sign + touch.subject(), decision, "", suggestion));
        }
    }

    /// Look mode discards what redirections write.
    private Decision orLook(Decision decision) {
        return decision.action() == Action.ASK && decision.rule().isEmpty()
                ? commandRules.stream()
                        .filter(CompiledRule::allowsAnyInLookMode)
                        .findFirst()
                        .map(it -> new Decision(Action.ALLOW, Optional.of(it.rule())))
                        .orElse(decision)
                : decision;
    }

    /// A relative pattern allows nothing outside the root.
    private Decision file(Touch touch) {
        boolean outside =
                touch.capability() != Capability.NET_FETCH
                        && RedirectionTargets.isOutside(touch.subject());
        List<CompiledRule> applicable =
                rules.stream()
                        .filter(it ->
                                !outside
                                        || it.rule().action() != Action.ALLOW
                                        || it.allowsEverything()
                                        || it.rule().pattern().startsWith("/"))
                        .toList();
        return RuleBook.decide(applicable, "", touch);
    }
}
