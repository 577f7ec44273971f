package dev.deft.guard;

import dev.deft.host.ErrorCode;
import dev.deft.run.Gate;
import dev.deft.run.Person;
import dev.deft.run.Prepared;
import dev.deft.run.Verdict;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Decides by the permission rules: one deny denies the call, one question asks about it.
public final class RulesGate implements Gate {

    private final RuleBook rules;
    private final RuleKeeper keeper;

    public RulesGate(RuleBook rules, RuleKeeper keeper) {
        this.rules = rules;
        this.keeper = keeper;
    }

    @Override
    public String name() {
        return "rules";
    }

    @Override
    public Verdict judge(Prepared<?> call) {
        List<Judged> judged =
                call.touches().stream()
                        .map(it -> new Judged(it, rules.decide(call.toolId(), it)))
                        .toList();
        Optional<Judged> denied = judged.stream().filter(it -> it.says(Action.DENY)).findFirst();
        if (denied.isPresent()) {
            return new Verdict.Deny(ErrorCode.PERMISSION_DENIED, denied.get().why(call.toolId()));
        }
        List<Judged> open = judged.stream().filter(it -> it.says(Action.ASK)).toList();
        if (open.isEmpty()) {
            return new Verdict.Allow(judged.getFirst().why(call.toolId()));
        }
        List<Rule> offered =
                open.stream().map(it -> offer(call.toolId(), it.touch())).distinct().toList();
        return new Verdict.Ask(
                open.getFirst().why(call.toolId()),
                offered.stream().map(Rule::spelled).toList(),
                answer -> keep(answer, offered));
    }

    private void keep(Person.Answer answer, List<Rule> offered) throws IOException {
        for (Rule rule : offered) {
            switch (answer) {
                case SESSION ->
                        keep(
                                new Rule(
                                        Scope.SESSION,
                                        rule.action(),
                                        rule.permission(),
                                        rule.pattern()));
                case PROJECT ->
                        keep(
                                new Rule(
                                        Scope.PROJECT,
                                        rule.action(),
                                        rule.permission(),
                                        rule.pattern()));
                case ONCE, REJECT -> {}
            }
        }
    }

    private void keep(Rule rule) throws IOException {
        keeper.keep(rule);
        rules.add(rule);
    }

    /// The narrowest rule that would have allowed this.
    private static Rule offer(String toolId, Touch touch) {
        String pattern =
                switch (touch.capability()) {
                    case FS_READ, FS_WRITE ->
                            PathPattern.literally(touch.subject()).replace("\\*\\*", "**");
                    case NET_FETCH -> touch.subject();
                    case SHELL_RUN, NONE -> touch.subject().isBlank() ? "*" : touch.subject();
                };
        return new Rule(Scope.SESSION, Action.ALLOW, toolId, pattern);
    }

    /// One touch and what the rules say to it.
    private record Judged(Touch touch, RuleBook.Decision decision) {

        boolean says(Action action) {
            return decision.action() == action;
        }

        String why(String toolId) {
            String what = touch.subject().isEmpty() ? toolId : toolId + " on " + touch.subject();
            return decision.rule().map(it -> why(it, what)).orElse("No rule allows " + what + ".");
        }

        /// Joined, not formatted: loading a formatter would slow every start.
        private static String why(Rule rule, String what) {
            String known = "The " + rule.scope().wire() + " rule `" + rule.spelled() + "` ";
            return switch (rule.action()) {
                case ALLOW -> known + "allows " + what + ".";
                case ASK -> known + "leaves " + what + " to a person.";
                case DENY -> known + "forbids " + what + ". Do it another way.";
            };
        }
    }
}
