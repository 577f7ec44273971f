package dev.deft.run;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.tool.ToolResult.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All gates in their order, and the person they may ask. A denial ends it; questions are put
/// together, once, when no gate denies.
public final class Gates {

    private final List<Gate> gates;
    private final Approver person;

    public Gates(List<Gate> gates, Approver person) {
        this.gates = List.copyOf(gates);
        this.person = person;
    }

    /// What the gates say; it is open where the approver has to be asked.
    Decision judge(PreparedCall<?> call) throws InterruptedException {
        List<GateVerdict> judged = new ArrayList<>();
        PreparedCall<?> narrowed = call;
        for (Gate gate : gates) {
            var said = new GateVerdict(gate.name(), gate.judge(narrowed));
            judged.add(said);
            narrowed = narrowed(narrowed, said.verdict());
            if (said.verdict() instanceof Verdict.Deny(ErrorCode code, String why)) {
                return new Decision(judged, Optional.empty(), Optional.of(failure(code, why)));
            }
            if (said.verdict() instanceof Verdict.Ask ask && !person.present()) {
                person.missed(request(call, List.of(ask), Optional.empty()));
                return new Decision(judged, Optional.empty(), Optional.of(headless(ask.why())));
            }
        }
        return new Decision(judged, Optional.empty(), Optional.empty());
    }

    /// Gates that count have the last word: another call may have been admitted since they judged.
    Decision admit(PreparedCall<?> call, Decision decision) {
        if (decision.denied().isPresent()) {
            return decision;
        }
        for (int i = 0; i < gates.size(); i++) {
            Optional<Verdict.Deny> no = gates.get(i).admit(call);
            if (no.isPresent()) {
                List<GateVerdict> judged = new ArrayList<>(decision.verdicts());
                judged.set(i, new GateVerdict(gates.get(i).name(), no.get()));
                Failure why = failure(no.get().code(), no.get().why());
                return new Decision(judged, decision.answer(), Optional.of(why));
            }
        }
        return decision;
    }

    /// What one gate allows in look mode only, those after it judge in look mode.
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
                        + " Nobody is here to ask, so it is denied; do it another way or say what you would need.");
    }

    private static List<Verdict.Ask> questions(List<GateVerdict> judged) {
        return judged.stream()
                .map(GateVerdict::verdict)
                .filter(Verdict.Ask.class::isInstance)
                .map(Verdict.Ask.class::cast)
                .toList();
    }

    /// Asks the approver about a decision that is open.
    ///
    /// @param preview what the call would do, where a dry run has told
    Decision ask(PreparedCall<?> call, Decision open, Optional<String> preview)
            throws IOException, InterruptedException {
        List<GateVerdict> judged = open.verdicts();
        List<Verdict.Ask> questions = questions(judged);
        Approval answer = person.approve(request(call, questions, preview));
        if (answer == Approval.REJECT) {
            Failure no =
                    failure(
                            ErrorCode.PERMISSION_DENIED,
                            "The user said no to this call. Ask what they want instead, or do it another way.");
            return new Decision(judged, Optional.of(answer), Optional.of(no));
        }
        for (Verdict.Ask question : questions) {
            question.answers().store(answer);
        }
        return new Decision(judged, Optional.of(answer), Optional.empty());
    }

    /// Whether a call that ran in look mode may run again in full: denied, or open.
    ///
    /// @param looked what was decided before
    /// @return nothing where nobody is there
    Optional<Decision> judgeInFullMode(
            PreparedCall<?> call, Decision looked, LookModeFailure shortfall)
            throws InterruptedException {
        List<GateVerdict> judged = inFull(call, looked, shortfall);
        for (GateVerdict it : judged) {
            if (it.verdict() instanceof Verdict.Deny(ErrorCode code, String why)) {
                Failure no = failure(code, why);
                return Optional.of(new Decision(judged, Optional.empty(), Optional.of(no)));
            }
        }
        if (!person.present()) {
            person.missed(request(call, questions(judged), Optional.empty()));
            return Optional.empty();
        }
        return Optional.of(new Decision(judged, Optional.empty(), Optional.empty()));
    }

    /// What every gate says to the call when it runs in full: in look mode some had no reason to
    /// object.
    private List<GateVerdict> inFull(
            PreparedCall<?> call, Decision looked, LookModeFailure shortfall)
            throws InterruptedException {
        List<GateVerdict> judged = new ArrayList<>();
        for (int i = 0; i < gates.size(); i++) {
            GateVerdict before = looked.verdicts().get(i);
            Verdict verdict =
                    before.verdict() instanceof Verdict.Look look
                            ? inFull(look, shortfall)
                            : gates.get(i).judgeAgain(call.in(Mode.FULL));
            judged.add(new GateVerdict(before.gate(), verdict));
        }
        return judged;
    }

    private static Verdict inFull(Verdict.Look look, LookModeFailure shortfall) {
        return new Verdict.Ask(
                "In look mode, where nothing it does lasts, it failed: %s. To run it in full: %s"
                        .formatted(shortfall.evidence(), look.fullModeQuestion().why()),
                look.fullModeQuestion().rules(),
                look.fullModeQuestion().answers());
    }

    /// What every gate says to a call, without asking anybody and without ending at the first no.
    public List<GateVerdict> explain(PreparedCall<?> call) throws InterruptedException {
        List<GateVerdict> judged = new ArrayList<>();
        PreparedCall<?> narrowed = call;
        for (Gate gate : gates) {
            Verdict verdict = gate.judge(narrowed);
            judged.add(new GateVerdict(gate.name(), verdict, gate.details(narrowed)));
            narrowed = narrowed(narrowed, verdict);
        }
        return judged;
    }

    /// One gate and what it said.
    ///
    /// @param details what it said to each part, where that was asked for
    public record GateVerdict(String gate, Verdict verdict, List<Gate.Detail> details) {

        public GateVerdict {
            details = List.copyOf(details);
        }

        GateVerdict(String gate, Verdict verdict) {
            this(gate, verdict, List.of());
        }
    }

    /// What came of it.
    ///
    /// @param answer what the person said, if anybody was asked
    /// @param denied why the call must not happen
    public record Decision(
            List<GateVerdict> verdicts, Optional<Approval> answer, Optional<Failure> denied) {

        public Decision {
            verdicts = List.copyOf(verdicts);
        }

        /// Whether the approver has to be asked still.
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

        /// How the call runs: in look mode when one gate says so.
        public Mode mode() {
            return verdicts.stream().anyMatch(it -> it.verdict().mode() == Mode.LOOK)
                    ? Mode.LOOK
                    : Mode.FULL;
        }

        /// The rules that would let it run in full, as people write them.
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
