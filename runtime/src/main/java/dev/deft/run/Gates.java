package dev.deft.run;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.tool.ToolResult.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The gates, in order, and the approver. The first denial decides. If no gate denies the call, the
/// approver gets the questions of all gates in one request.
public final class Gates {

    private final List<Gate> gates;
    private final Approver approver;

    public Gates(List<Gate> gates, Approver approver) {
        this.gates = List.copyOf(gates);
        this.approver = approver;
    }

    /// A tool that is a gate too judges its own calls, after all others: it may know something
    /// about itself that nobody else does, such as that it has changed.
    private List<Gate> of(PreparedCall<?> call) {
        if (!(call.tool() instanceof Gate own)) {
            return gates;
        }
        List<Gate> all = new ArrayList<>(gates);
        all.add(own);
        return all;
    }

    /// Collects the verdicts. The decision is open if the approver must be asked.
    Decision judge(PreparedCall<?> call) throws InterruptedException {
        List<GateVerdict> verdicts = new ArrayList<>();
        PreparedCall<?> narrowed = call;
        for (Gate gate : of(call)) {
            var verdict = new GateVerdict(gate.name(), gate.judge(narrowed));
            verdicts.add(verdict);
            narrowed = narrowed(narrowed, verdict.verdict());
            if (verdict.verdict() instanceof Verdict.Deny(ErrorCode code, String why)) {
                return new Decision(verdicts, Optional.empty(), Optional.of(failure(code, why)));
            }
            if (verdict.verdict() instanceof Verdict.Ask ask && !approver.present()) {
                approver.missed(request(call, List.of(ask), Optional.empty()));
                return new Decision(verdicts, Optional.empty(), Optional.of(headless(ask.why())));
            }
        }
        return new Decision(verdicts, Optional.empty(), Optional.empty());
    }

    /// Asks each gate once more right before the call runs, because calls admitted in the meantime
    /// may have reached a limit.
    Decision admit(PreparedCall<?> call, Decision decision) {
        if (decision.denied().isPresent()) {
            return decision;
        }
        List<Gate> all = of(call);
        for (int i = 0; i < all.size(); i++) {
            Optional<Verdict.Deny> denial = all.get(i).admit(call);
            if (denial.isPresent()) {
                List<GateVerdict> verdicts = new ArrayList<>(decision.verdicts());
                verdicts.set(i, new GateVerdict(all.get(i).name(), denial.get()));
                Failure why = failure(denial.get().code(), denial.get().why());
                return new Decision(verdicts, decision.answer(), Optional.of(why));
            }
        }
        return decision;
    }

    /// Gates after one that allows only look mode judge the call in look mode.
    private static PreparedCall<?> narrowed(PreparedCall<?> call, Verdict verdict) {
        return verdict.mode() == Mode.LOOK ? call.in(Mode.LOOK) : call;
    }

    private static Approver.Request request(
            PreparedCall<?> call, List<Verdict.Ask> questions, Optional<String> preview) {
        return new Approver.Request(
                call.callId(),
                call.toolId(),
                call.arguments(),
                questions.stream().map(Verdict.Ask::why).toList(),
                questions.stream().flatMap(it -> it.rules().stream()).toList(),
                preview);
    }

    private static Failure headless(String why) {
        return failure(
                ErrorCode.PERMISSION_DENIED,
                why
                        + " Nobody is here to ask, so it is denied; do it another way or say what"
                        + " you would need.");
    }

    private static List<Verdict.Ask> questions(List<GateVerdict> verdicts) {
        return verdicts.stream()
                .map(GateVerdict::verdict)
                .filter(Verdict.Ask.class::isInstance)
                .map(Verdict.Ask.class::cast)
                .toList();
    }

    /// Asks the approver about an open decision.
    ///
    /// @param preview the result of a dry run
    Decision ask(PreparedCall<?> call, Decision open, Optional<String> preview)
            throws IOException, InterruptedException {
        List<GateVerdict> verdicts = open.verdicts();
        List<Verdict.Ask> questions = questions(verdicts);
        Approval answer = approver.approve(request(call, questions, preview));
        if (answer.kind() == Approval.Kind.REJECT) {
            return new Decision(verdicts, Optional.of(answer), Optional.of(rejection(answer)));
        }
        List<Verdict.Ask> storing =
                questions.stream().filter(it -> it.answers().objection(answer).isEmpty()).toList();
        if (storing.isEmpty() && !questions.isEmpty()) {
            Failure unstored = unstored(questions.getFirst().answers().objection(answer));
            return new Decision(verdicts, Optional.of(answer), Optional.of(unstored));
        }
        for (Verdict.Ask question : storing) {
            question.answers().store(answer);
        }
        return new Decision(verdicts, Optional.of(answer), Optional.empty());
    }

    private static Failure rejection(Approval answer) {
        return failure(
                ErrorCode.PERMISSION_DENIED,
                answer.message()
                        .map(it -> "The user rejected this call and says: " + it)
                        .orElse(
                                "The user said no to this call. Ask what they want instead, or do it"
                                        + " another way."));
    }

    /// A rule that is not what it should be allows nothing, not even the call it was written for.
    private static Failure unstored(Optional<String> objection) {
        return failure(
                ErrorCode.PERMISSION_DENIED,
                "The user allowed this call with a rule that cannot be stored, so it did not run. "
                        + objection.orElse("")
                        + " Make the call again if it is still needed.");
    }

    /// Decides whether a call that failed in look mode may rerun in full mode. The decision is
    /// denied or open.
    ///
    /// @param first the decision for look mode
    /// @return empty if the approver is not present
    Optional<Decision> judgeInFullMode(
            PreparedCall<?> call, Decision first, LookModeFailure failure)
            throws InterruptedException {
        List<GateVerdict> verdicts = inFull(call, first, failure);
        for (GateVerdict it : verdicts) {
            if (it.verdict() instanceof Verdict.Deny(ErrorCode code, String why)) {
                Failure rejection = failure(code, why);
                return Optional.of(
                        new Decision(verdicts, Optional.empty(), Optional.of(rejection)));
            }
        }
        if (!approver.present()) {
            approver.missed(request(call, questions(verdicts), Optional.empty()));
            return Optional.empty();
        }
        return Optional.of(new Decision(verdicts, Optional.empty(), Optional.empty()));
    }

    /// Judges the call in full mode. Gates that allowed look mode ask the approver.
    private List<GateVerdict> inFull(PreparedCall<?> call, Decision first, LookModeFailure failure)
            throws InterruptedException {
        List<GateVerdict> verdicts = new ArrayList<>();
        List<Gate> all = of(call);
        for (int i = 0; i < all.size(); i++) {
            GateVerdict before = first.verdicts().get(i);
            Verdict verdict =
                    before.verdict() instanceof Verdict.Look look
                            ? inFull(look, failure)
                            : all.get(i).judgeAgain(call.in(Mode.FULL));
            verdicts.add(new GateVerdict(before.gate(), verdict));
        }
        return verdicts;
    }

    private static Verdict inFull(Verdict.Look look, LookModeFailure failure) {
        return new Verdict.Ask(
                "In look mode, where nothing it does lasts, it failed: %s. To run it in full: %s"
                        .formatted(failure.evidence(), look.fullModeQuestion().why()),
                look.fullModeQuestion().rules(),
                look.fullModeQuestion().answers());
    }

    /// Collects the verdict of every gate, also after a denial, without asking the approver.
    public List<GateVerdict> explain(PreparedCall<?> call) throws InterruptedException {
        List<GateVerdict> verdicts = new ArrayList<>();
        PreparedCall<?> narrowed = call;
        for (Gate gate : of(call)) {
            Verdict verdict = gate.explain(narrowed);
            verdicts.add(new GateVerdict(gate.name(), verdict, gate.details(narrowed)));
            narrowed = narrowed(narrowed, verdict);
        }
        return verdicts;
    }

    /// The verdict of one gate.
    ///
    /// @param details the verdict on each part of the call, such as each command of a script
    public record GateVerdict(String gate, Verdict verdict, List<Gate.Detail> details) {

        public GateVerdict {
            details = List.copyOf(details);
        }

        GateVerdict(String gate, Verdict verdict) {
            this(gate, verdict, List.of());
        }
    }

    /// The decision about a call.
    ///
    /// @param answer of the approver, if it was asked
    /// @param denied why the call is denied
    public record Decision(
            List<GateVerdict> verdicts, Optional<Approval> answer, Optional<Failure> denied) {

        public Decision {
            verdicts = List.copyOf(verdicts);
        }

        /// Whether the approver must still be asked.
        boolean isOpen() {
            if (answer.isPresent() || denied.isPresent()) {
                return false;
            }
            for (GateVerdict it : verdicts) {
                if (it.verdict() instanceof Verdict.Ask) {
                    return true;
                }
            }
            return false;
        }

        /// The mode to run in: outside the sandbox if the approver was asked about that, else look
        /// mode if one gate requires it.
        public Mode mode() {
            if (has(Mode.OUTSIDE)) {
                return Mode.OUTSIDE;
            }
            return has(Mode.LOOK) ? Mode.LOOK : Mode.FULL;
        }

        private boolean has(Mode mode) {
            for (GateVerdict it : verdicts) {
                if (it.verdict().mode() == mode) {
                    return true;
                }
            }
            return false;
        }

        /// The rules that would allow full mode, in the syntax of `--allow`.
        List<String> fullModeRules() {
            return verdicts.stream()
                    .map(GateVerdict::verdict)
                    .filter(Verdict.Look.class::isInstance)
                    .flatMap(it -> ((Verdict.Look) it).fullModeQuestion().rules().stream())
                    .distinct()
                    .toList();
        }
    }
}
