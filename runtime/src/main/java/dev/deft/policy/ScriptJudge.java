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

    /// Builtins that are part of the language: they touch nothing outside the shell, and what they
    /// do inside it the reading of the script knows.
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

    /// They only pass on what they read, whatever their options say. Beside a command that may run
    /// in full, as in `npm test | tail -5`, they need no rule that says the same of them.
    private static final Set<String> COMPANY =
            Set.of(
                    "cat", "cd", "cut", "echo", "false", "grep", "head", "pwd", "tail", "tr",
                    "true", "wc");

    private final List<CompiledRule> rules;
    private final List<CompiledRule> ofCommands;
    private final String toolId;
    private final CommandTable table = CommandTable.standard();
    private final List<Part> parts = new ArrayList<>();
    private boolean grantedByName;

    ScriptJudge(List<CompiledRule> rules, String toolId) {
        this.rules = rules;
        this.ofCommands =
                rules.stream().filter(it -> it.covers(toolId, Capability.SHELL_RUN)).toList();
        this.toolId = toolId;
    }

    /// One part of a script, what is decided about it and the rule that would allow it.
    ///
    /// @param note what the decision is about beyond the words, or empty
    /// @param company whether it is a command that others may have beside them
    public record Part(
            String text,
            Decision decision,
            String note,
            Optional<Rule> suggestion,
            boolean auxiliary) {

        Part(String shown, Decision decision, String note, Optional<Rule> offer) {
            this(shown, decision, note, offer, false);
        }

        private boolean looks() {
            return decision.mode() == Mode.LOOK;
        }

        private Part free() {
            return looks() ? new Part(text, ScriptJudge.free(), note, suggestion, true) : this;
        }
    }

    /// Where the script of a call begins: its paths are relative to that.
    public static String directory(PreparedCall<?> call) {
        return call.arguments().fields().get("workdir") instanceof Json.Str(String text)
                ? text
                : ".";
    }

    List<Part> parts(Script script, String directory) {
        var places = new RedirectionTargets(directory);
        for (SimpleCommand command : script.commands()) {
            command(command);
            command.redirections().forEach(it -> redirection(it, places));
            places.changeDirectory(command);
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
        return runsInFull() ? parts.stream().map(Part::free).toList() : parts;
    }

    /// Whether a command or a file to write is granted by name here, and what else there is only
    /// passes on what it reads.
    private boolean runsInFull() {
        return grantedByName && parts.stream().allMatch(it -> !it.looks() || it.auxiliary());
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
                                dangerous.isEmpty() ? free() : unknown(),
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
        Decision decision = decided(command, dangerous);
        grantedByName |=
                decision.action() == Action.ALLOW
                        && decision.rule().isPresent()
                        && decision.mode() == Mode.FULL;
        boolean company =
                dangerous.isEmpty() && command.program().filter(COMPANY::contains).isPresent();
        Optional<Rule> offer =
                decision.action() == Action.ASK
                        ? RuleSuggestions.forCommand(command, dangerous, table, toolId)
                        : Optional.empty();
        parts.add(new Part(command.display(), decision, note, offer, company));
    }

    /// The rules that may be about a command, by its first word.
    private List<CompiledRule> about(SimpleCommand command) {
        Optional<String> spelled = command.words().getFirst().constant();
        Optional<String> program = command.program();
        return spelled.isEmpty() || program.isEmpty()
                ? ofCommands
                : ofCommands.stream()
                        .filter(it -> it.mayMatch(spelled.get(), program.get()))
                        .toList();
    }

    private Decision decided(SimpleCommand command, List<CommandTable.DangerousOption> dangerous) {
        List<CompiledRule> about = about(command);
        Optional<Rule> maybe = Optional.empty();
        for (CompiledRule rule : about) {
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
        for (CompiledRule rule : about) {
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
        boolean harmless =
                command.kind() != SimpleCommand.Kind.PLAIN
                        || command.program().filter(LANGUAGE::contains).isPresent();
        return harmless && dangerous.isEmpty() && maybe.isEmpty()
                ? free()
                : new Decision(Action.ASK, maybe);
    }

    /// What nobody can tell before it runs is allowed only where all there is is allowed, and in
    /// look mode where all commands are; and only where nothing forbids any.
    private Decision unknown() {
        Optional<Rule> all = Optional.empty();
        for (CompiledRule rule : ofCommands) {
            if (rule.rule().action() != Action.ALLOW) {
                return new Decision(Action.ASK, Optional.of(rule.rule()));
            }
            if (all.isEmpty() && (rule.allowsEverything() || rule.allowsAnyInLookMode())) {
                all = Optional.of(rule.rule());
            }
        }
        return new Decision(all.isPresent() ? Action.ALLOW : Action.ASK, all);
    }

    private static Decision free() {
        return new Decision(Action.ALLOW, Optional.empty());
    }

    private void redirection(Redirection redirection, RedirectionTargets places) {
        RedirectionTargets.Target target = places.of(redirection);
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
            Decision decision = orLook(file(touch));
            grantedByName |=
                    touch.capability() == Capability.FS_WRITE
                            && decision.action() == Action.ALLOW
                            && decision.mode() == Mode.FULL;
            Optional<Rule> offer =
                    decision.action() == Action.ASK
                            ? Optional.of(
                                    new Rule(
                                            Scope.SESSION,
                                            Action.ALLOW,
                                            touch.capability().wire(),
                                            PathPattern.escape(touch.subject())))
                            : Optional.empty();
            parts.add(new Part(sign + touch.subject(), decision, "", offer));
        }
    }

    /// In look mode no redirection does any harm.
    private Decision orLook(Decision decision) {
        return decision.action() == Action.ASK && decision.rule().isEmpty()
                ? ofCommands.stream()
                        .filter(CompiledRule::allowsAnyInLookMode)
                        .findFirst()
                        .map(it -> new Decision(Action.ALLOW, Optional.of(it.rule())))
                        .orElse(decision)
                : decision;
    }

    /// A pattern anchored at the root allows nothing outside it.
    private Decision file(Touch touch) {
        boolean outside =
                touch.capability() != Capability.NET_FETCH
                        && RedirectionTargets.isOutside(touch.subject());
        List<CompiledRule> fitting =
                rules.stream()
                        .filter(it ->
                                !outside
                                        || it.rule().action() != Action.ALLOW
                                        || it.allowsEverything()
                                        || it.rule().pattern().startsWith("/"))
                        .toList();
        return RuleBook.decided(fitting, "", touch);
    }
}
