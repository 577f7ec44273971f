package dev.deft.agent.loop;

import dev.deft.agent.context.Compaction;
import dev.deft.agent.context.CompactionOutcome;
import dev.deft.agent.context.Context;
import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.context.ContextUse;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.SessionLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Asks the model with the conversation so far, kept within its context window. If a model gives no
/// answer, the next one is asked.
final class FittedRequests {

    private final ModelInUse model;
    private final ModelCalls calls;
    private final SystemPrompt system;
    private final LoopSettings settings;
    private final Consumer<RunEvent> events;
    private final SummaryRecorder summaries;
    private final ContextWindow window;
    private final Context context;
    private final ModelRequests requests;
    private volatile ContextUse use;

    /// @param compact who sums the conversation up, given the model in use; asked for when it is
    ///   needed
    FittedRequests(
            Model model,
            SessionLog log,
            ModelCalls calls,
            SystemPrompt system,
            LoopSettings settings,
            Consumer<RunEvent> events,
            Function<Model, Compaction> compact)
            throws IOException {
        this.calls = calls;
        this.system = system;
        this.settings = settings;
        this.events = events;
        this.summaries = new SummaryRecorder(log, events);
        this.window = new ContextWindow(calls.memory(), model.name());
        ContextLimits limits = window.within(settings.context());
        this.model = new ModelInUse(model, limits, settings.price());
        this.context =
                new Context(limits, () -> compact.apply(this.model), summaries, log.entries());
        this.requests = new ModelRequests(this.model, log, context, events);
        this.use = measured(this.model, calls, system, context);
    }

    /// The model that is asked now.
    ModelInUse model() {
        return model;
    }

    /// The conversation so far.
    Context context() {
        return context;
    }

    /// Goes back to the usual model, for a new run.
    void reset() {
        model.reset().ifPresent(context::limits);
        var _ = measured();
    }

    /// What the next request would hold; measured by the thread that changes the conversation.
    ContextUse measured() {
        use = measured(model, calls, system, context);
        return use;
    }

    private static ContextUse measured(
            Model model, ModelCalls calls, SystemPrompt system, Context context) {
        ModelCalls.ToolDefinitions tools = calls.toolDefinitions();
        List<ContextUse.Share> overhead = new ArrayList<>(system.shares());
        overhead.add(new ContextUse.Share(ContextUse.Kind.TOOLS, "tools", tools.chars()));
        context.overhead(system.length() + tools.chars());
        return context.use(model.name(), overhead);
    }

    /// What was measured last; any thread may ask.
    ContextUse lastMeasured() {
        return use;
    }

    /// Sums up the older part of the conversation.
    ///
    /// @param spending gets what the summary costs
    CompactionOutcome compact(String wishes, RunBudget spending)
            throws IOException, InterruptedException {
        var _ = measured();
        long before = context.tokens();
        try {
            Optional<String> summary = context.summarizeNow(wishes);
            var _ = measured();
            return summary.isPresent()
                    ? new CompactionOutcome.Compacted(summary.get(), before, context.tokens())
                    : new CompactionOutcome.NothingToDo(
                            "There is nothing to sum up: the last turns stay as they are, and nothing came before them.");
        } catch (ModelException e) {
            return new CompactionOutcome.Failed(
                    "The conversation could not be summed up and stays as it is: "
                            + e.getMessage());
        } finally {
            Usage usage = summaries.takeUsage();
            spending.add(usage, model.price(usage));
        }
    }

    /// Asks the model, and the next one if it gives no answer.
    TruncatedCalls answer(RunState run) throws IOException, InterruptedException {
        while (true) {
            String name = model.name();
            try {
                return answerOfOne(run);
            } catch (ModelException e) {
                if (!model.next(e, context.limits())) {
                    throw e;
                }
                context.limits(model.limits());
                events.accept(
                        new RunEvent.Warning(
                                "%s gave no answer; %s takes over until the end of this turn. %s"
                                        .formatted(name, model.name(), e.getMessage())));
            }
        }
    }

    /// Asks one model. Shortens a request that the provider finds too long and sends it again,
    /// unless it is the same request.
    private TruncatedCalls answerOfOne(RunState run) throws IOException, InterruptedException {
        List<Prompt> refused = new ArrayList<>();
        while (true) {
            Prompt prompt = prompt(run);
            try {
                return requests.ask(run, prompt);
            } catch (ModelException e) {
                boolean tooLong = e.kind() == ModelException.Kind.TOO_LONG;
                if (!tooLong || refused.contains(prompt) || !context.adapt(e.overflow())) {
                    throw e;
                }
                refused.add(prompt);
                if (model.isUsual()) {
                    window.remember(e.overflow());
                }
            }
        }
    }

    private Prompt prompt(RunState run) throws IOException, InterruptedException {
        ModelCalls.ToolDefinitions tools = calls.toolDefinitions();
        fit(run, tools);
        return new Prompt(
                system.sections(),
                context.messages(),
                tools.definitions(),
                context.maxAnswerTokens(),
                settings.sampling());
    }

    /// Shortens the conversation if the next request would be too long.
    void fit(RunState run) throws IOException, InterruptedException {
        fit(run, calls.toolDefinitions());
    }

    private void fit(RunState run, ModelCalls.ToolDefinitions tools)
            throws IOException, InterruptedException {
        try {
            context.overhead(system.length() + tools.chars());
            context.fit();
        } finally {
            run.addUsage(summaries.takeUsage());
        }
    }
}
