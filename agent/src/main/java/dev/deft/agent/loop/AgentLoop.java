package dev.deft.agent.loop;

import dev.deft.agent.context.Compaction;
import dev.deft.agent.context.CompactionOutcome;
import dev.deft.agent.context.Context;
import dev.deft.agent.context.ContextUse;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionLog;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// Asks the model, runs its calls, and repeats until an answer has no calls.
///
/// One run at a time: messages that arrive meanwhile wait, first come first served. Interrupting
/// the thread of a run cancels the answer and the calls; the session can continue.
public final class AgentLoop {

    private final ModelInUse model;
    private final SessionLog log;
    private final ModelCalls calls;
    private final LoopSettings settings;
    private final RunBudget budget;
    private final RunFiles changes;
    private final Consumer<RunEvent> events;
    private final FittedRequests requests;
    private final Context context;
    private final SavedPictures pictures;
    private final AnswerRepair repair;
    private final MessageQueue queue;
    private final RunReview review;
    private final BooleanSupplier restart;
    private final SideWork side;
    private final StepObserver observer;
    private final ConversationLock lock = new ConversationLock();

    public AgentLoop(
            Model model,
            SessionLog log,
            ModelCalls calls,
            SystemPrompt system,
            LoopSettings settings,
            RunBudget budget,
            RunFiles changes,
            Consumer<RunEvent> events)
            throws IOException {
        this(
                model,
                log,
                calls,
                system,
                settings,
                budget,
                changes,
                events,
                RunReview.NONE,
                () -> false,
                SideWork.NONE,
                Compaction::builtIn,
                StepObserver.NONE);
    }

    /// @param budget of the session, shared with the sessions it starts
    /// @param review looks back at failed calls and at runs
    /// @param restart whether a call has asked for a restart; then a run stops after its step
    /// @param side the sub-agents that its calls start
    /// @param compact who sums the conversation up, given the model in use; asked for when it is
    ///   needed
    /// @param observer is told of the steps
    public AgentLoop(
            Model model,
            SessionLog log,
            ModelCalls calls,
            SystemPrompt system,
            LoopSettings settings,
            RunBudget budget,
            RunFiles changes,
            Consumer<RunEvent> events,
            RunReview review,
            BooleanSupplier restart,
            SideWork side,
            Function<Model, Compaction> compact,
            StepObserver observer)
            throws IOException {
        this.observer = observer;
        this.review = review;
        this.restart = restart;
        this.side = side;
        this.log = log;
        this.calls = calls;
        this.settings = settings;
        this.budget = budget;
        this.changes = changes;
        this.events = events;
        budget.join(log.id());
        this.queue = new MessageQueue(calls.memory(), log.mask());
        this.requests = new FittedRequests(model, log, calls, system, settings, events, compact);
        this.model = requests.model();
        this.context = requests.context();
        this.pictures = new SavedPictures(changes, events);
        this.repair = new AnswerRepair(settings.answer(), log, context, events);
    }

    /// Messages for the next run.
    public MessageQueue queue() {
        return queue;
    }

    /// Sums up the older part of the conversation now. No run may be going.
    ///
    /// @param wishes what the user wants the summary to keep; empty for nothing in particular
    public CompactionOutcome compact(String wishes) throws IOException, InterruptedException {
        lock.beginRun();
        try {
            Optional<String> spent = budget.reached();
            return spent.isPresent()
                    ? new CompactionOutcome.Failed(spent.get())
                    : requests.compact(wishes, budget);
        } finally {
            lock.endRun();
        }
    }

    /// The names of the tools that the next request defines.
    public List<String> tools() {
        return calls.names();
    }

    /// What the next request would hold. While a run is going on another thread, as of its last
    /// step.
    public ContextUse use() {
        if (!lock.tryReading()) {
            return requests.lastMeasured();
        }
        try {
            return requests.measured();
        } finally {
            lock.endReading();
        }
    }

    /// Reads the conversation again after the log was rewound. No run may be going.
    public void reload() throws IOException {
        lock.beginReading();
        try {
            context.reload(log.entries());
        } finally {
            lock.endReading();
        }
    }

    /// Runs one turn. Messages that wait in the queue come first.
    ///
    /// @param source who sent the message, such as `user`
    public RunOutcome run(Message.User message, String source) {
        return run(Optional.of(new Entry.User(message.parts(), source)))
                .orElseThrow(() -> new IllegalStateException("a message always starts a run"));
    }

    /// Runs one turn with the messages that wait in the queue; does nothing if there are none.
    public Optional<RunOutcome> runQueued() {
        return run(Optional.empty());
    }

    /// Continues a run that stopped for a restart, or whose program died: runs the calls of its
    /// last step that were never started, and asks the model with the results.
    ///
    /// @param before the part of the run before the restart
    public RunOutcome resume(RunOutcome before) {
        var run = new RunState(model, budget, log.id()).after(before);
        try {
            lock.beginRun();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return run.aborted();
        }
        try {
            var begun =
                    new RunEvent.Session(log.id(), model.name(), settings.agent(), calls.names());
            events.accept(begun);
            try (var _ = budget.begin(List.of())) {
                budget.add(before.usage(), before.cost());
                return ended(
                        run,
                        guarded(
                                run,
                                () -> {
                                    log.addEvent(new Entry.Event(RunEventJson.write(begun)));
                                    return finishStep(run);
                                }),
                        log.turn());
            }
        } finally {
            lock.endRun();
        }
    }

    /// Finishes the last step that the log has; the outcome if the run ends with it.
    private Optional<RunOutcome> finishStep(RunState run) throws IOException, InterruptedException {
        Optional<InterruptedRun.LastAnswer> last = InterruptedRun.LastAnswer.of(log.entries());
        if (last.isEmpty()) {
            return Optional.empty();
        }
        TruncatedCalls cut = TruncatedCalls.of(last.get().asAnswer(), context.maxAnswerTokens());
        if (last.get().message().calls().isEmpty()) {
            return repair.fitting(run, run.ended(cut));
        }
        List<Part.Call> left = last.get().unstarted();
        if (!left.isEmpty()) {
            run.addResults(calls.run(left, cut, Long.toString(last.get().entry().id())));
            context.reload(log.entries());
            endIfInterrupted();
        }
        return Optional.empty();
    }

    /// A run that stops for a restart has not ended for its listeners.
    private RunOutcome ended(RunState run, RunOutcome outcome, int turn) {
        side.takeEnded().forEach(run::addSubAgent);
        RunOutcome all = run.counted(outcome.withFilesChanged(changes.since(turn)));
        if (all.status() == RunOutcome.Status.RESTART) {
            return all;
        }
        RunOutcome counted = reflected(run, all);
        events.accept(new RunEvent.Ended(counted));
        return counted;
    }

    private Optional<RunOutcome> run(Optional<Entry.User> message) {
        var run = new RunState(model, budget, log.id());
        try {
            lock.beginRun();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of(run.aborted());
        }
        try {
            List<Entry.User> waiting = queue.list();
            if (waiting.isEmpty() && message.isEmpty()) {
                return Optional.empty();
            }
            var begun =
                    new RunEvent.Session(log.id(), model.name(), settings.agent(), calls.names());
            int before = log.turn();
            try (var _ = budget.begin(sources(waiting, message))) {
                return Optional.of(ended(run, outcome(run, begun, waiting, message), before + 1));
            }
        } finally {
            lock.endRun();
        }
    }

    private static List<String> sources(List<Entry.User> waiting, Optional<Entry.User> message) {
        return Stream.concat(waiting.stream(), message.stream()).map(Entry.User::source).toList();
    }

    /// Reflects on a run that did something. It changes nothing of the outcome but what it cost.
    private RunOutcome reflected(RunState run, RunOutcome outcome) {
        boolean ended =
                switch (outcome.status()) {
                    case DONE, DENIED, LIMIT -> true;
                    case FAILED, ABORTED, RESTART -> false;
                };
        if (!ended || !run.worked() || budget.reached().isPresent()) {
            return outcome;
        }
        run.addUsage(review.reflect(context.text(RunReview.CONVERSATION_CHARS)));
        return run.counted(outcome);
    }

    private RunOutcome outcome(
            RunState run,
            RunEvent.Session begun,
            List<Entry.User> waiting,
            Optional<Entry.User> message) {
        return guarded(
                run,
                () -> {
                    begin(begun, waiting, message);
                    return Optional.empty();
                });
    }

    /// What a run begins with.
    @FunctionalInterface
    private interface Beginning {

        /// The outcome if there is nothing more to do.
        Optional<RunOutcome> record() throws IOException, InterruptedException;
    }

    private RunOutcome guarded(RunState run, Beginning beginning) {
        try {
            requests.reset();
            calls.beginTurn();
            Optional<RunOutcome> outcome = beginning.record();
            return outcome.isPresent() ? outcome.get() : steps(run);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return run.aborted();
        } catch (ModelException e) {
            return run.failed(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return run.failed("The session could not be written: " + e.getMessage());
        }
    }

    /// Records the messages, the start of the run with the last of them.
    private void begin(
            RunEvent.Session begun, List<Entry.User> waiting, Optional<Entry.User> message)
            throws IOException {
        try {
            for (Entry.User earlier : message.isPresent() ? waiting : allButLast(waiting)) {
                add(earlier, log.addUserMessage(earlier));
                queue.removeFirst();
            }
        } catch (IOException e) {
            events.accept(begun);
            throw e;
        }
        Entry.User last = message.orElseGet(waiting::getLast);
        add(last, begin(begun, last));
        if (message.isEmpty()) {
            queue.removeFirst();
        }
    }

    private static List<Entry.User> allButLast(List<Entry.User> messages) {
        return messages.subList(0, messages.size() - 1);
    }

    private void add(Entry.User message, Entry recorded) {
        context.addUserMessage(message.message(), recorded.at());
    }

    /// Listeners get the event also if the log cannot be written.
    private Entry begin(RunEvent.Session begun, Entry.User message) throws IOException {
        try {
            return log.addUserMessage(message, new Entry.Event(RunEventJson.write(begun)));
        } finally {
            events.accept(begun);
        }
    }

    private static void endIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private RunOutcome steps(RunState run) throws IOException, InterruptedException {
        for (int step = run.steps(); step < settings.maxSteps(); step++) {
            try (var _ = observer.step(step + 1)) {
                Optional<RunOutcome> outcome = step(run);
                if (outcome.isPresent()) {
                    return outcome.get();
                }
            }
        }
        return run.limited(
                "Stopped after %d steps; continue the session, or allow more steps."
                        .formatted(settings.maxSteps()));
    }

    /// The outcome of the run if this was its last step.
    private Optional<RunOutcome> step(RunState run) throws IOException, InterruptedException {
        endIfInterrupted();
        side.takeEnded().forEach(run::addSubAgent);
        Optional<RunOutcome> spent = spent(run);
        if (spent.isPresent()) {
            return spent;
        }
        notice(run);
        TruncatedCalls cut = requests.answer(run);
        Answer answer = cut.answer();
        run.addStep(answer);
        List<Part.Call> wanted = answer.message().calls();
        Entry entry = record(answer);
        pictures.save(run, answer.message(), entry.id());
        warn(run, cut);
        Optional<String> overspent = budget.callsReached();
        List<Message.CallResult> results =
                wanted.isEmpty() ? List.of() : calls.run(wanted, cut, Long.toString(entry.id()));
        context.addStep(answer.message(), results, entry.at(), answer.usage());
        var _ = requests.measured();
        endIfInterrupted();
        if (wanted.isEmpty()) {
            RunOutcome ended = run.ended(cut);
            return ended.status() == RunOutcome.Status.DONE && awaitMessages()
                    ? Optional.empty()
                    : repair.fitting(run, ended);
        }
        run.permissionDenied(calls.permissionDenied());
        run.addResults(results);
        if (overspent.isPresent() && run.isSecondRefusal()) {
            return Optional.of(run.spent(overspent.get()));
        }
        Optional<RunOutcome> complete = judged(run, wanted, results);
        return complete.isEmpty() && restart.getAsBoolean()
                ? Optional.of(run.restarting())
                : complete;
    }

    /// The outcome if the budget is spent, also by a summary that the next request needs.
    private Optional<RunOutcome> spent(RunState run) throws IOException, InterruptedException {
        if (budget.isLimited() && budget.reached().isEmpty()) {
            requests.fit(run);
        }
        return budget.reached().map(run::spent);
    }

    /// Tells the model once that a limit is near, and once that this may be its last answer.
    private void notice(RunState run) throws IOException {
        BudgetNotice notice = budget.notice();
        if (run.isFirst(notice.level())) {
            Entry entry = log.addNotice(new Entry.Notice(notice.text()));
            context.addUserMessage(Message.User.of(notice.text()), entry.at());
        }
    }

    /// Waits for what works in the background, and takes its messages into the run.
    ///
    /// @return false if there is none
    private boolean awaitMessages() throws IOException, InterruptedException {
        if (!side.await(() -> !queue.list().isEmpty())) {
            return false;
        }
        for (Entry.User message : queue.list()) {
            add(message, log.addUserMessage(message));
            queue.removeFirst();
        }
        return true;
    }

    /// Judges the failed calls of a step; the outcome if the run is to end.
    private Optional<RunOutcome> judged(
            RunState run, List<Part.Call> wanted, List<Message.CallResult> results)
            throws IOException, InterruptedException {
        List<RunReview.FailedCall> failed = RunReview.FailedCall.of(wanted, results);
        if (failed.isEmpty()
                || !review.judges()
                || budget.reached().isPresent()
                || !run.takeVerdict()) {
            return Optional.empty();
        }
        RunReview.Judgment judgment =
                review.judge(context.text(RunReview.CONVERSATION_CHARS), failed);
        run.addUsage(judgment.usage());
        if (judgment.verdict().isEmpty()) {
            return Optional.empty();
        }
        Entry.Judged verdict = judgment.verdict().get();
        Entry entry = log.addVerdict(verdict);
        verdict.note().ifPresent(it -> context.addUserMessage(it, entry.at()));
        return verdict.verdict() == Entry.Verdict.COMPLETE
                ? repair.fitting(run, run.completed(verdict.assessment()))
                : Optional.empty();
    }

    /// Warns once per run; the model gets a message for each truncated call.
    private void warn(RunState run, TruncatedCalls cut) {
        if (cut.call().isPresent() && run.isFirstTruncation()) {
            events.accept(
                    new RunEvent.Warning(
                            "An answer was cut at %d tokens in the middle of a call of %s, which was not run; the model was asked to use smaller calls. Raise max_tokens for longer answers."
                                    .formatted(cut.tokens(), cut.tool())));
        }
    }

    private Entry record(Answer answer) throws IOException {
        Entry entry =
                log.addAnswer(
                        new Entry.Assistant(
                                answer.message().parts(), answer.stop(), answer.model()),
                        new Entry.TokenUsage(answer.usage(), answer.model()));
        events.accept(new RunEvent.TokenUsage(answer.usage(), answer.model()));
        return entry;
    }
}
