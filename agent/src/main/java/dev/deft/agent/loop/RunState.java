package dev.deft.agent.loop;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/// The state of one run.
final class RunState {

    private final ModelInUse model;
    private final RunBudget budget;
    private final String sessionId;
    private String text = "";
    private int steps;
    private Usage usage = Usage.NONE;
    private OptionalDouble cost = OptionalDouble.of(0);
    private final Set<String> files = new TreeSet<>();
    private boolean permissionMissed;
    private boolean cut;
    private boolean worked;
    private int verdicts;
    private int repairs;
    private int refusals;
    private BudgetNotice.Level told = BudgetNotice.Level.NONE;

    private final List<RunOutcome.Attachment> attachments = new ArrayList<>();

    RunState(ModelInUse model, RunBudget budget, String sessionId) {
        this.model = model;
        this.budget = budget;
        this.sessionId = sessionId;
    }

    /// Continues with what the part before a restart has used.
    RunState after(RunOutcome before) {
        text = before.text();
        steps = before.steps();
        usage = before.usage();
        cost = before.cost();
        attachments.addAll(before.attachments());
        return this;
    }

    int steps() {
        return steps;
    }

    RunOutcome restarting() {
        return outcome(RunOutcome.Status.RESTART, Optional.empty());
    }

    void addStep(Answer answer) {
        steps++;
        addUsage(answer.usage());
        setText(answer.message().text());
    }

    /// Adds the tokens of a request, also of a summary.
    void addUsage(Usage spent) {
        usage = usage.plus(spent);
        OptionalDouble price = model.price(spent);
        budget.add(spent, price);
        cost =
                price.isPresent() && cost.isPresent()
                        ? OptionalDouble.of(cost.getAsDouble() + price.getAsDouble())
                        : OptionalDouble.empty();
    }

    /// Adds what a sub-agent used and changed.
    void addSubAgent(RunOutcome ended) {
        usage = usage.plus(ended.usage());
        cost =
                ended.cost().isPresent() && cost.isPresent()
                        ? OptionalDouble.of(cost.getAsDouble() + ended.cost().getAsDouble())
                        : OptionalDouble.empty();
        files.addAll(ended.filesChanged());
    }

    void addAttachment(RunOutcome.Attachment attachment) {
        attachments.add(attachment);
    }

    /// Sets the last text of the model; blank text is ignored.
    void setText(String latest) {
        text = latest.isBlank() ? text : latest;
    }

    /// Whether a call of the last step lacked a permission. If the model finds another way, the run
    /// is not denied.
    void permissionDenied(boolean missed) {
        permissionMissed = missed;
    }

    /// Notes the results of a step.
    void addResults(List<Message.CallResult> results) {
        worked |= results.stream().anyMatch(it -> !it.failed());
    }

    /// Whether a call of this run succeeded.
    boolean worked() {
        return worked;
    }

    /// Whether a further verdict may be asked for.
    boolean takeVerdict() {
        verdicts++;
        return verdicts <= RunReview.MOST_VERDICTS;
    }

    /// Whether the model may be asked again for an answer that fits its schema.
    boolean takeRepair() {
        repairs++;
        return repairs <= AnswerSchema.MOST_REPAIRS;
    }

    /// Whether the model was not yet told in this run that a limit is so near.
    boolean isFirst(BudgetNotice.Level level) {
        boolean first = level.compareTo(told) > 0;
        told = first ? level : told;
        return first;
    }

    /// Counts a step whose calls were refused because none was left. The model gets one more
    /// request to answer without calls.
    boolean isSecondRefusal() {
        refusals++;
        return refusals > 1;
    }

    /// Whether this is the first truncated call of the run.
    boolean isFirstTruncation() {
        boolean first = !cut;
        cut = true;
        return first;
    }

    /// The model stopped without text: denied if a permission was missing, else failed.
    RunOutcome endedWithoutText(String why) {
        return permissionMissed ? ended() : failed(why);
    }

    /// The outcome of an answer without calls.
    RunOutcome ended(TruncatedCalls cut) {
        Answer answer = cut.answer();
        return switch (answer.stop()) {
            case DONE, CALLS, UNHEARD ->
                    answer.message().text().isBlank() && answer.message().pictures().isEmpty()
                            ? endedWithoutText(
                                    "The model stopped without an answer. Ask it to continue.")
                            : ended();
            case LENGTH ->
                    limited(
                            "The answer was cut at %d tokens. Continue the session, or raise max_tokens for longer answers."
                                    .formatted(cut.tokens()));
            case REFUSED -> failed("The model refused to answer this.");
        };
    }

    RunOutcome ended() {
        return permissionMissed
                ? outcome(
                        RunOutcome.Status.DENIED,
                        Optional.of("A permission was needed that nobody gave."))
                : outcome(RunOutcome.Status.DONE, Optional.empty());
    }

    /// The task counts as finished, although a call failed.
    RunOutcome completed(String assessment) {
        text = text.isBlank() ? assessment : text;
        return outcome(RunOutcome.Status.DONE, Optional.empty());
    }

    /// The same outcome with what was spent since.
    RunOutcome counted(RunOutcome ended) {
        Set<String> changed = new TreeSet<>(ended.filesChanged());
        changed.addAll(files);
        return new RunOutcome(
                ended.status(),
                ended.text(),
                sessionId,
                ended.steps(),
                usage,
                cost,
                files.isEmpty() ? ended.filesChanged() : List.copyOf(changed),
                ended.error(),
                ended.attachments(),
                ended.structured());
    }

    RunOutcome failed(String why) {
        return outcome(RunOutcome.Status.FAILED, Optional.of(why));
    }

    /// A limit of the budget was reached.
    RunOutcome spent(String limit) {
        return limited(limit + " Continue the session, or allow it more.");
    }

    RunOutcome limited(String why) {
        return outcome(RunOutcome.Status.LIMIT, Optional.of(why));
    }

    RunOutcome aborted() {
        return outcome(RunOutcome.Status.ABORTED, Optional.of(RunOutcome.INTERRUPTED));
    }

    private RunOutcome outcome(RunOutcome.Status status, Optional<String> error) {
        return new RunOutcome(
                status, text, sessionId, steps, usage, cost, List.of(), error, attachments);
    }
}
