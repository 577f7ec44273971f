package dev.deft.guard;

import dev.deft.host.ErrorCode;
import dev.deft.policy.Action;
import dev.deft.policy.ApprovedRules;
import dev.deft.policy.LookModeSupport;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.RuleStore;
import dev.deft.policy.Scope;
import dev.deft.policy.ScriptJudge;
import dev.deft.policy.ServerPermissions;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Applies the permission rules to everything a call touches. The strictest decision counts.
public final class RulesGate implements Gate {

    private static final int MOST_REASONS = 5;

    private final RuleBook rules;
    private final RuleStore store;
    private final LookModeSupport lookMode;
    private final ApprovedRules approved;

    /// @param store stores the rules a person agrees to
    /// @param lookMode whether look mode can be enforced
    /// @param approved reads the rules that a person wrote instead of the suggested ones
    public RulesGate(
            RuleBook rules, RuleStore store, LookModeSupport lookMode, ApprovedRules approved) {
        this.rules = rules;
        this.store = store;
        this.lookMode = lookMode;
        this.approved = approved;
    }

    /// A gate without look mode. Rules that a person writes can name capabilities only.
    public RulesGate(RuleBook rules, RuleStore store) {
        this(rules, store, LookModeSupport.NONE, new ApprovedRules(List::of));
    }

    @Override
    public String name() {
        return "rules";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) throws InterruptedException {
        List<JudgedPart> judged = judged(call, rules::decide);
        List<JudgedPart> denied = new ArrayList<>();
        boolean asks = false;
        boolean lookMode = false;
        for (JudgedPart part : judged) {
            if (part.is(Action.DENY)) {
                denied.add(part);
            }
            asks |= part.is(Action.ASK);
            lookMode |= part.isLookMode();
        }
        if (!denied.isEmpty()) {
            return new Verdict.Deny(ErrorCode.PERMISSION_DENIED, why(denied));
        }
        if (asks) {
            return lookMode ? questionInFull(call) : question(judged);
        }
        return lookMode ? lookVerdict(call, judged) : new Verdict.Allow(why(judged));
    }

    /// Asks about the parts that no rule decides.
    private Verdict.Ask question(List<JudgedPart> judged) {
        List<JudgedPart> open = with(judged, Action.ASK);
        return question(open, open);
    }

    private static List<JudgedPart> with(List<JudgedPart> judged, Action action) {
        List<JudgedPart> found = new ArrayList<>();
        for (JudgedPart it : judged) {
            if (it.is(action)) {
                found.add(it);
            }
        }
        return found;
    }

    /// Asks whether a call that may run in look mode may run in full. Auxiliary commands need no
    /// rule once the other commands have one.
    private Verdict.Ask questionInFull(PreparedCall<?> call) {
        List<JudgedPart> open = with(judged(call, rules::decideInFull), Action.ASK);
        List<JudgedPart> main = open.stream().filter(it -> !it.auxiliary()).toList();
        return question(open, main.isEmpty() ? open : main);
    }

    private Verdict.Ask question(List<JudgedPart> open, List<JudgedPart> suggesting) {
        List<Rule> suggestions =
                suggesting.stream()
                        .flatMap(it -> it.suggestion().get().stream())
                        .distinct()
                        .toList();
        return new Verdict.Ask(
                why(open),
                suggestions.stream().map(Rule::text).toList(),
                new RuleAnswers(suggestions));
    }

    private Verdict lookVerdict(PreparedCall<?> call, List<JudgedPart> judged)
            throws InterruptedException {
        Optional<String> obstacle = lookMode.obstacle();
        if (obstacle.isPresent() && call.touches().stream().allMatch(it -> isReadOnly(call, it))) {
            return new Verdict.Allow("This command line is known to be read-only.");
        }
        Verdict.Ask inFull = questionInFull(call);
        String allowed = why(judged.stream().filter(JudgedPart::isLookMode).toList());
        return obstacle.<Verdict>map(it ->
                        new Verdict.Ask(
                                allowed
                                        + " But look mode cannot be enforced here: "
                                        + it
                                        + ". To run it in full: "
                                        + inFull.why(),
                                inFull.rules(),
                                inFull.answers()))
                .orElseGet(() -> new Verdict.Look(allowed, inFull));
    }

    private static boolean isReadOnly(PreparedCall<?> call, Touch touch) {
        return touch.capability() == Capability.SHELL_RUN
                && ReadOnlyCommandLines.contain(call.scripts().of(touch.subject()));
    }

    /// The reasons of the first few parts; a long script has many.
    private static String why(List<JudgedPart> judged) {
        Set<String> reasons = new LinkedHashSet<>();
        for (JudgedPart it : judged) {
            reasons.add(it.why());
        }
        int more = reasons.size() - MOST_REASONS;
        if (more <= 0) {
            return String.join(" ", reasons);
        }
        String first = String.join(" ", List.copyOf(reasons).subList(0, MOST_REASONS));
        return "%s And %d more.".formatted(first, more);
    }

    @Override
    public List<Detail> details(PreparedCall<?> call) {
        if (call.touches().stream().noneMatch(it -> it.capability() == Capability.SHELL_RUN)) {
            return List.of();
        }
        return judged(call, rules::decide).stream()
                .map(it -> new Detail(it.subject(), it.decision().action().wire(), it.why()))
                .toList();
    }

    /// Decides about the parts of a script.
    @FunctionalInterface
    private interface Decider {

        List<ScriptJudge.Part> decide(String toolId, Script script, String directory);
    }

    private List<JudgedPart> judged(PreparedCall<?> call, Decider decider) {
        List<JudgedPart> judged = new ArrayList<>();
        for (Touch touch : call.touches()) {
            if (touch.capability() == Capability.SHELL_RUN) {
                decider.decide(
                                call.toolId(),
                                call.scripts().of(touch.subject()),
                                ScriptJudge.directory(call))
                        .forEach(it ->
                                judged.add(
                                        new JudgedPart(
                                                it.text(),
                                                it.decision(),
                                                it.note(),
                                                it::suggestion,
                                                it.auxiliary())));
            } else {
                String subject =
                        touch.subject().isEmpty()
                                ? call.toolId()
                                : call.toolId() + " on " + touch.subject();
                RuleBook.Decision decision = rules.decide(call.toolId(), permissions(call), touch);
                Optional<String> objection = SessionVariable.objection(call, decision);
                judged.add(
                        new JudgedPart(
                                subject,
                                objection.isPresent() ? RuleBook.Decision.UNDECIDED : decision,
                                objection.orElse(""),
                                () -> Optional.of(suggestion(call, touch)),
                                false));
            }
        }
        return judged;
    }

    /// The permissions that a tool asks for by name.
    private static List<String> permissions(PreparedCall<?> call) {
        return ServerPermissions.of(call.tool().spec());
    }

    /// Stores the suggested rules, or those that the user wrote instead.
    private final class RuleAnswers implements Verdict.AnswerStore {

        private final List<Rule> suggestions;

        RuleAnswers(List<Rule> suggestions) {
            this.suggestions = suggestions;
        }

        @Override
        public Optional<String> objection(Approval answer) {
            return answer.rules().stream().flatMap(it -> approved.mistake(it).stream()).findFirst();
        }

        @Override
        public void store(Approval answer) throws IOException {
            switch (answer.kind()) {
                case SESSION -> store(answer.rules(), Scope.SESSION);
                case PROJECT -> store(answer.rules(), Scope.PROJECT);
                case ONCE, REJECT -> {}
            }
        }

        private void store(List<String> written, Scope scope) throws IOException {
            List<Rule> chosen =
                    written.isEmpty()
                            ? suggestions.stream().map(it -> it.in(scope)).toList()
                            : approved.read(scope, written);
            for (Rule rule : chosen) {
                store.store(rule);
                rules.add(rule);
            }
        }
    }

    /// The narrowest rule that would have allowed this.
    private static Rule suggestion(PreparedCall<?> call, Touch touch) {
        String pattern =
                switch (touch.capability()) {
                    case FS_READ, FS_WRITE ->
                            PathPattern.escape(touch.subject()).replace("\\*\\*", "**");
                    case NET_FETCH -> touch.subject();
                    case SHELL_RUN, NONE -> touch.subject().isBlank() ? "*" : touch.subject();
                };
        List<String> named = permissions(call);
        return new Rule(
                Scope.SESSION,
                Action.ALLOW,
                named.isEmpty() ? call.toolId() : named.getFirst(),
                pattern);
    }

    /// One thing a call would do, and the decision of the rules about it.
    ///
    /// @param note why it does more than its words say, or empty
    /// @param suggestion the rule that would allow it
    /// @param auxiliary whether it needs no rule beside a command that has one
    private record JudgedPart(
            String subject,
            RuleBook.Decision decision,
            String note,
            Supplier<Optional<Rule>> suggestion,
            boolean auxiliary) {

        boolean is(Action action) {
            return decision.action() == action;
        }

        boolean isLookMode() {
            return decision.mode() == Mode.LOOK;
        }

        String why() {
            String noted =
                    note.isEmpty() || is(Action.ALLOW) ? subject : subject + " (" + note + ")";
            Optional<Rule> rule = decision.rule();
            if (rule.isPresent() && rule.get().action() != decision.action()) {
                return "The "
                        + rule.get().scope().wire()
                        + " rule `"
                        + rule.get().text()
                        + "` may apply to "
                        + noted
                        + ".";
            }
            if (rule.isEmpty() && is(Action.ALLOW)) {
                return noted + " needs no rule.";
            }
            return rule.map(it -> why(it, noted)).orElse("No rule allows " + noted + ".");
        }

        /// Concatenates: loading a formatter would slow down every start.
        private static String why(Rule rule, String subject) {
            String start = "The " + rule.scope().wire() + " rule `" + rule.text() + "` ";
            return switch (rule.action()) {
                case ALLOW ->
                        start
                                + "allows "
                                + subject
                                + (rule.mode() == Mode.LOOK ? " in look mode." : ".");
                case ASK -> start + "requires approval for " + subject + ".";
                case DENY -> start + "forbids " + subject + ". Do it another way.";
            };
        }
    }
}
