package dev.deft.guard;

import dev.deft.host.ErrorCode;
import dev.deft.policy.Action;
import dev.deft.policy.LookModeSupport;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.RuleStore;
import dev.deft.policy.Scope;
import dev.deft.policy.ScriptJudge;
import dev.deft.policy.pattern.PathPattern;
import dev.deft.run.Approval;
import dev.deft.run.Gate;
import dev.deft.run.Mode;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.script.Script;
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
    private final RuleStore keeper;
    private final LookModeSupport enforcement;

    /// @param enforcement whether what is allowed in look mode can be run so
    public RulesGate(RuleBook rules, RuleStore keeper, LookModeSupport enforcement) {
        this.rules = rules;
        this.keeper = keeper;
        this.enforcement = enforcement;
    }

    public RulesGate(RuleBook rules, RuleStore keeper) {
        this(rules, keeper, LookModeSupport.NONE);
    }

    @Override
    public String name() {
        return "rules";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) throws InterruptedException {
        List<Judged> judged = judged(call, rules::decide);
        List<Judged> denied = judged.stream().filter(it -> it.says(Action.DENY)).toList();
        if (!denied.isEmpty()) {
            return new Verdict.Deny(ErrorCode.PERMISSION_DENIED, why(denied));
        }
        boolean looks = judged.stream().anyMatch(Judged::looks);
        if (judged.stream().anyMatch(it -> it.says(Action.ASK))) {
            return looks ? inFull(call) : question(judged);
        }
        return looks ? looking(call, judged) : new Verdict.Allow(why(judged));
    }

    /// Asks about what no rule allows to run in full.
    private Verdict.Ask question(List<Judged> judged) {
        List<Judged> open = judged.stream().filter(it -> it.says(Action.ASK)).toList();
        return question(open, open);
    }

    /// The question about a call that may run in look mode. What others may have beside them needs
    /// no rule there, once those have one.
    private Verdict.Ask inFull(PreparedCall<?> call) {
        List<Judged> open =
                judged(call, rules::decideInFull).stream()
                        .filter(it -> it.says(Action.ASK))
                        .toList();
        List<Judged> leading = open.stream().filter(it -> !it.company()).toList();
        return question(open, leading.isEmpty() ? open : leading);
    }

    private Verdict.Ask question(List<Judged> open, List<Judged> offering) {
        List<Rule> offered =
                offering.stream().flatMap(it -> it.offer().stream()).distinct().toList();
        return new Verdict.Ask(
                why(open),
                offered.stream().map(Rule::text).toList(),
                answer -> keep(answer, offered));
    }

    private Verdict looking(PreparedCall<?> call, List<Judged> judged) throws InterruptedException {
        Optional<String> missing = enforcement.obstacle();
        if (missing.isPresent() && call.touches().stream().allMatch(it -> onlyLooks(call, it))) {
            return new Verdict.Allow("It is one of the lines that are known to look only.");
        }
        Verdict.Ask inFull = inFull(call);
        String looks = why(judged.stream().filter(Judged::looks).toList());
        return missing.<Verdict>map(it ->
                        new Verdict.Ask(
                                looks
                                        + " But look mode cannot be enforced here: "
                                        + it
                                        + ". To run it in full: "
                                        + inFull.why(),
                                inFull.rules(),
                                inFull.keeper()))
                .orElseGet(() -> new Verdict.Look(looks, inFull));
    }

    private static boolean onlyLooks(PreparedCall<?> call, Touch touch) {
        return touch.capability() == Capability.SHELL_RUN
                && ReadOnlyCommandLines.contain(call.scripts().of(touch.subject()));
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
    public List<Detail> details(PreparedCall<?> call) {
        if (call.touches().stream().noneMatch(it -> it.capability() == Capability.SHELL_RUN)) {
            return List.of();
        }
        return judged(call, rules::decide).stream()
                .map(it -> new Detail(it.what(), it.decision().action().wire(), it.why()))
                .toList();
    }

    /// Decides about the parts of a script.
    @FunctionalInterface
    private interface Decider {

        List<ScriptJudge.Part> decide(String toolId, Script script, String directory);
    }

    private List<Judged> judged(PreparedCall<?> call, Decider decider) {
        List<Judged> judged = new ArrayList<>();
        for (Touch touch : call.touches()) {
            if (touch.capability() == Capability.SHELL_RUN) {
                decider.decide(
                                call.toolId(),
                                call.scripts().of(touch.subject()),
                                ScriptJudge.directory(call))
                        .forEach(it ->
                                judged.add(
                                        new Judged(
                                                it.text(),
                                                it.decision(),
                                                it.note(),
                                                it.suggestion(),
                                                it.auxiliary())));
            } else {
                String what =
                        touch.subject().isEmpty()
                                ? call.toolId()
                                : call.toolId() + " on " + touch.subject();
                RuleBook.Decision decision = rules.decide(call.toolId(), touch);
                Optional<String> objection = SessionVariable.objection(call, decision);
                judged.add(
                        new Judged(
                                what,
                                objection.isPresent() ? RuleBook.Decision.UNDECIDED : decision,
                                objection.orElse(""),
                                Optional.of(offer(call.toolId(), touch)),
                                false));
            }
        }
        return judged;
    }

    private void keep(Approval answer, List<Rule> offered) throws IOException {
        for (Rule rule : offered) {
            switch (answer) {
                case SESSION -> keep(rule.in(Scope.SESSION));
                case PROJECT -> keep(rule.in(Scope.PROJECT));
                case ONCE, REJECT -> {}
            }
        }
    }

    private void keep(Rule rule) throws IOException {
        keeper.store(rule);
        rules.add(rule);
    }

    /// The narrowest rule that would have allowed this.
    private static Rule offer(String toolId, Touch touch) {
        String pattern =
                switch (touch.capability()) {
                    case FS_READ, FS_WRITE ->
                            PathPattern.escape(touch.subject()).replace("\\*\\*", "**");
                    case NET_FETCH -> touch.subject();
                    case SHELL_RUN, NONE -> touch.subject().isBlank() ? "*" : touch.subject();
                };
        return new Rule(Scope.SESSION, Action.ALLOW, toolId, pattern);
    }

    /// One thing a call would do and what the rules say to it.
    ///
    /// @param note what makes it more than its words say, or empty
    /// @param company whether it only passes on what it reads
    private record Judged(
            String what,
            RuleBook.Decision decision,
            String note,
            Optional<Rule> offer,
            boolean company) {

        boolean says(Action action) {
            return decision.action() == action;
        }

        boolean looks() {
            return decision.mode() == Mode.LOOK;
        }

        String why() {
            String more = note.isEmpty() || says(Action.ALLOW) ? what : what + " (" + note + ")";
            Optional<Rule> rule = decision.rule();
            if (rule.isPresent() && rule.get().action() != decision.action()) {
                return "The "
                        + rule.get().scope().wire()
                        + " rule `"
                        + rule.get().text()
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
            String known = "The " + rule.scope().wire() + " rule `" + rule.text() + "` ";
            return switch (rule.action()) {
                case ALLOW ->
                        known
                                + "allows "
                                + what
                                + (rule.mode() == Mode.LOOK ? " in look mode." : ".");
                case ASK -> known + "leaves " + what + " to a person.";
                case DENY -> known + "forbids " + what + ". Do it another way.";
            };
        }
    }
}
