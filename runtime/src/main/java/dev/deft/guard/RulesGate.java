package dev.deft.guard;

import dev.deft.host.ErrorCode;
import dev.deft.run.Gate;
import dev.deft.run.Person;
import dev.deft.run.Prepared;
import dev.deft.run.Verdict;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Decides by the permission rules: one deny denies the call, one question asks about it.
public final class RulesGate implements Gate {

    private static final int MOST_REASONS = 5;

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
        List<Judged> judged = judged(call);
        List<Judged> denied = judged.stream().filter(it -> it.says(Action.DENY)).toList();
        if (!denied.isEmpty()) {
            return new Verdict.Deny(ErrorCode.PERMISSION_DENIED, why(denied));
        }
        List<Judged> open = judged.stream().filter(it -> it.says(Action.ASK)).toList();
        if (open.isEmpty()) {
            return new Verdict.Allow(why(judged));
        }
        List<Rule> offered = open.stream().flatMap(it -> it.offer().stream()).distinct().toList();
        return new Verdict.Ask(
                why(open),
                offered.stream().map(Rule::spelled).toList(),
                answer -> keep(answer, offered));
    }

    /// What is said of the first few parts; a long script has many.
    private static String why(List<Judged> judged) {
        String first =
                judged.stream()
                        .map(Judged::why)
                        .distinct()
                        .limit(MOST_REASONS)
                        .collect(Collectors.joining(" "));
        long more = judged.stream().map(Judged::why).distinct().count() - MOST_REASONS;
        return more > 0 ? "%s And %d more.".formatted(first, more) : first;
    }

    @Override
    public List<Detail> details(Prepared<?> call) {
        if (call.touches().stream().noneMatch(it -> it.capability() == Capability.SHELL_RUN)) {
            return List.of();
        }
        return judged(call).stream()
                .map(it -> new Detail(it.what(), it.decision().action().wire(), it.why()))
                .toList();
    }

    private List<Judged> judged(Prepared<?> call) {
        List<Judged> judged = new ArrayList<>();
        for (Touch touch : call.touches()) {
            if (touch.capability() == Capability.SHELL_RUN) {
                rules.decide(
                                call.toolId(),
                                call.scripts().of(touch.subject()),
                                ScriptJudge.directory(call))
                        .forEach(it ->
                                judged.add(
                                        new Judged(
                                                it.shown(), it.decision(), it.note(), it.offer())));
            } else {
                String what =
                        touch.subject().isEmpty()
                                ? call.toolId()
                                : call.toolId() + " on " + touch.subject();
                judged.add(
                        new Judged(
                                what,
                                rules.decide(call.toolId(), touch),
                                "",
                                Optional.of(offer(call.toolId(), touch))));
            }
        }
        return judged;
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

    /// One thing a call would do and what the rules say to it.
    ///
    /// @param note what makes it more than its words say, or empty
    private record Judged(
            String what, RuleBook.Decision decision, String note, Optional<Rule> offer) {

        boolean says(Action action) {
            return decision.action() == action;
        }

        String why() {
            String more = note.isEmpty() || says(Action.ALLOW) ? what : what + " (" + note + ")";
            Optional<Rule> rule = decision.rule();
            if (rule.isPresent() && rule.get().action() != decision.action()) {
                return "The "
                        + rule.get().scope().wire()
                        + " rule `"
                        + rule.get().spelled()
                        + "` may apply to "
                        + more
                        + ".";
            }
            if (rule.isEmpty() && says(Action.ALLOW)) {
                return more + " needs no rule.";
            }
            return rule.map(it -> why(it, more)).orElse("No rule allows " + more + ".");
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
