package dev.deft.engine;

import dev.deft.agent.context.CompactionOutcome;
import dev.deft.agent.context.ContextUse;
import dev.deft.agent.loop.InterruptedRun;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.session.Branch;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.tool.Delivery;
import dev.deft.engine.session.BusyThreads;
import dev.deft.engine.session.RunEvents;
import dev.deft.json.Json;
import dev.deft.os.FurtherDirectories;
import dev.deft.policy.ApprovedRules;
import dev.deft.policy.Policy;
import dev.deft.policy.Rule;
import dev.deft.reference.NamedResults;
import dev.deft.registry.Dialect;
import dev.deft.run.CallEvent;
import dev.deft.run.CallEvents;
import dev.deft.run.ToolCall;
import dev.deft.run.ToolRunner;
import dev.deft.tool.Envelope;
import dev.deft.tool.RequirementSet;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// A conversation in a workspace: its log, rules, variables, background processes and agent.
///
/// Calls may run in parallel on any thread; runs of the agent never overlap. The caller that opened
/// a session closes it.
public final class Session implements AutoCloseable {

    /// How long closing a session waits for the calls it interrupted.
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final EngineParts engine;
    private final SharedRoot shared;
    private final Runnable after;
    private final BusyThreads threads = new BusyThreads();
    private final FurtherDirectories directories;
    private final boolean hasOwnTools;
    private final SessionRuns runs;
    private final ProgramCalls calls;

    private Session(
            EngineParts engine,
            SharedRoot shared,
            SessionSetup setup,
            SessionParts parts,
            Runnable after) {
        this.after = after;
        this.engine = engine;
        this.shared = shared;
        this.directories = setup.directories();
        this.hasOwnTools = !setup.sources().isEmpty();
        this.runs = new SessionRuns(engine, shared, setup, parts, threads);
        this.calls = new ProgramCalls(engine, runs, threads);
    }

    static Session open(EngineParts engine, SharedRoot shared, SessionSetup setup, Runnable after)
            throws IOException {
        if (setup.hasModel(engine)) {
            var _ = shared.environmentFacts();
        }
        EngineParts own =
                shared.withTools(
                        engine, setup.policy(), setup.agent().toolset().dialect(), setup.sources());
        SessionParts parts = new SessionAssembly(own, shared, setup).open();
        var session = new Session(own, shared, setup, parts, after);
        shared.sessions().add(session.id(), session, session::deliver);
        for (Consumer<CallEvent> listener : engine.extensions().listeners()) {
            var _ = parts.pipeline().events().subscribe(listener);
        }
        if (parts.running().isPresent()) {
            session.runs.reportInterrupted();
        }
        session.runs.tellHooks("session_start");
        return session;
    }

    private SessionParts parts() {
        return runs.parts();
    }

    /// {@return the id, with which the session can be reopened}
    public String id() {
        return parts().log().id();
    }

    /// {@return the agent it has now, with the rules of its policy filled in}
    public AgentSpec agent() {
        return parts().agent();
    }

    /// {@return the name of the model that its runs ask, such as `anthropic/claude-sonnet-5`; empty
    /// if the engine has none}
    public Optional<String> model() {
        return parts().running().map(it -> it.model().name());
    }

    /// Gives the session to another agent, between two runs: its prompt, its tools, its rules and
    /// its limits. The log, the variables, the background processes and the rules that the user
    /// granted to this session stay. A model that the session was given stays too. If [#interrupt]
    /// comes meanwhile, the next run on this thread ends as `aborted`.
    ///
    /// @param agent runs from now on
    /// @throws IOException if a run is going, or the agent or its model cannot be prepared; then
    ///   the session keeps its agent
    /// @throws InterruptedException if the thread was interrupted
    /// @throws IllegalArgumentException if the agent names something that does not exist
    /// @throws IllegalStateException if the session is closed
    public void use(AgentSpec agent) throws IOException, InterruptedException {
        use(agent, Optional.empty());
    }

    /// Gives the session to another agent and another model, between two runs.
    ///
    /// @param agent runs from now on; its limits say the window and the price of the model
    /// @param model is asked from now on; the caller closes it, after the session
    /// @throws IOException if a run is going, or the agent cannot be prepared; then the session
    ///   keeps its agent
    /// @throws InterruptedException if the thread was interrupted
    /// @throws IllegalArgumentException if the agent names something that does not exist
    /// @throws IllegalStateException if the session is closed
    public void use(AgentSpec agent, Model model) throws IOException, InterruptedException {
        use(agent, Optional.of(model));
    }

    private void use(AgentSpec agent, Optional<Model> model)
            throws IOException, InterruptedException {
        runs.beforeRun(_ -> {
            runs.use(agent, model);
            return agent;
        });
    }

    /// Lets the session read in directories of files that the user attached, between two runs: they
    /// are what `{ad-hoc}` stands for. One that cannot be granted stays closed, with a notice. An
    /// interrupt meanwhile has the same effect as with [#use].
    ///
    /// @param directories absolute paths
    /// @throws IOException if a run is going, or a directory cannot be opened
    /// @throws InterruptedException if the thread was interrupted
    /// @throws IllegalStateException if the session is closed
    public void attach(List<Path> directories) throws IOException, InterruptedException {
        runs.beforeRun(it -> {
            runs.attach(directories);
            return it;
        });
    }

    /// {@return the policy it was opened with, its rules filled in}
    public Policy policy() {
        return parts().permissions().policy();
    }

    /// {@return the effective requirements of the agent and its current tools, bounded by the
    /// ceiling of the policy}
    public RequirementSet requirements() {
        return LazyManifest.effective(parts().agent(), dialect());
    }

    /// {@return the current rules: those of the agent, of the project and of this session}
    public List<Rule> rules() {
        return parts().permissions().rules().list();
    }

    /// {@return the current names and shapes of its tools}
    public Dialect dialect() {
        return parts().pipeline().runner().dialect();
    }

    /// {@return the events of its calls; each listener has a thread of its own}
    public CallEvents events() {
        return parts().pipeline().events();
    }

    /// Calls a tool and waits for it. It always returns an envelope; a call on a closed session or
    /// an interrupted thread has the code `aborted`.
    ///
    /// @param tool its name in the dialect of the session
    /// @param arguments strings, numbers, booleans, lists and maps of these, or JSON values
    /// @return the envelope
    /// @throws IllegalArgumentException if an argument has another type
    public Envelope call(String tool, Map<String, ?> arguments) {
        return call(tool, Json.Obj.of(arguments));
    }

    /// Calls a tool with JSON arguments.
    ///
    /// @param tool its name in the dialect of the session
    /// @param arguments an object
    /// @return the envelope
    public Envelope call(String tool, Json arguments) {
        return call(ToolCall.of(calls.nextId(), tool, arguments));
    }

    /// Calls a tool with a call id chosen by the caller.
    ///
    /// @param call its id must be unique within the session
    /// @return the envelope
    public Envelope call(ToolCall call) {
        return answer(call).envelope();
    }

    /// Calls a tool, and converts the envelope into the shape of the session's dialect.
    ///
    /// @param call its id must be unique within the session
    /// @return both forms of the result
    public Answered answer(ToolCall call) {
        return calls.answer(call);
    }

    /// The result of a call.
    ///
    /// @param envelope as the pipeline returned it
    /// @param shown in the shape of the session's dialect
    public record Answered(Envelope envelope, Json shown) {}

    /// The result that a text names, if the text is nothing but the name of a result of this
    /// session; else the text.
    String handedOver(String text) throws IOException {
        return parts().pipeline().runner().references().find(text.strip())
                        instanceof NamedResults.Found.Content content
                ? content.passed().text()
                : text;
    }

    /// {@return what would happen to a call, without running it}
    ///
    /// @param call the call
    public ToolRunner.Explained explain(ToolCall call) {
        return calls.explain(call);
    }

    /// {@return what the session did so far, to look at and to take back}
    public SessionChanges changes() {
        return new SessionChanges(engine, shared, runs, directories);
    }

    /// Takes back a rule that the user granted to this session or to the project. Calls that run
    /// already are not stopped.
    ///
    /// @param rule as [#rules] lists it
    /// @return whether it was granted
    /// @throws IOException if the rules cannot be read or written
    public boolean revoke(Rule rule) throws IOException {
        return parts().permissions().revoke(rule);
    }

    /// Denies for the rest of the session what rules would allow, as the user decided who was asked
    /// about a call.
    ///
    /// @param rules as a request suggests them, such as `allow bash npm test *`
    /// @return the rules that hold from now on, such as `deny bash npm test *`
    /// @throws IOException if they cannot be stored
    /// @throws IllegalArgumentException if one is no rule
    public List<Rule> deny(List<String> rules) throws IOException {
        return parts().permissions().deny(rules);
    }

    /// {@return why a text cannot be stored as a rule with an approval; empty if it can}
    ///
    /// @param rule such as `allow bash npm test *`
    public Optional<String> ruleMistake(String rule) {
        return new ApprovedRules(engine.tools()::list).mistake(rule);
    }

    /// Gives the agent a message and waits until it stops.
    ///
    /// @param message the user's message
    /// @return how the run ended; errors during the run are reported here, not thrown
    /// @throws IllegalStateException if the session is closed, or the engine has no model
    public RunOutcome run(String message) {
        return run(Message.User.of(message), _ -> {});
    }

    /// Gives the agent a message, publishes events to a listener, and waits until it stops.
    ///
    /// @param message the user's message
    /// @param listener receives one event after the other
    /// @return how the run ended; errors during the run are reported here, not thrown
    /// @throws IllegalStateException if the session is closed, or the engine has no model
    public RunOutcome run(String message, Consumer<RunEvent> listener) {
        return run(Message.User.of(message), listener);
    }

    /// Gives the agent a message of several parts, publishes events to a listener, and waits until
    /// it stops. A run waits for the previous one.
    ///
    /// @param message the user's message
    /// @param listener receives one event after the other
    /// @return how the run ended; errors during the run are reported here, not thrown
    /// @throws IllegalStateException if the session is closed, or the engine has no model
    public RunOutcome run(Message.User message, Consumer<RunEvent> listener) {
        return run(message, Entry.User.FROM_USER, listener);
    }

    /// Gives the agent a message that may come from elsewhere, and waits until it stops.
    ///
    /// @param message the message
    /// @param source its sender, such as `user` or `cron:nightly`; the model is told any other than
    ///   `user`
    /// @param listener receives one event after the other
    /// @return how the run ended; errors during the run are reported here, not thrown
    /// @throws IllegalStateException if the session is closed, or the engine has no model
    public RunOutcome run(Message.User message, String source, Consumer<RunEvent> listener) {
        var sent = new Entry.User(message.parts(), source);
        return runs.run(it -> it.run(sent, listener));
    }

    /// Listens to the events of all runs, whoever starts them, until the subscription is closed.
    ///
    /// @param listener receives one event after the other, on the thread of the run; must not block
    /// @return ends it when it is closed
    /// @throws IllegalStateException if the engine has no model
    public RunEvents.Subscription listen(Consumer<RunEvent> listener) {
        return runs.events().subscribe(listener);
    }

    /// Stores a message for the agent, which [#runWaiting] or the next run takes up. It is durable
    /// when this returns.
    ///
    /// @param message the message
    /// @param source its sender, such as `user`
    /// @throws IOException if too many messages wait, or the log cannot be written
    /// @throws IllegalStateException if the session is closed, or the engine has no model
    public void queue(Message.User message, String source) throws IOException {
        runs.queue(new Entry.User(message.parts(), source));
    }

    /// {@return the messages that wait for the next run}
    ///
    /// @throws IOException if the log cannot be read
    /// @throws IllegalStateException if the engine has no model
    public List<Entry.User> waiting() throws IOException {
        return runs.agent().waiting();
    }

    /// Runs the agent on the messages that wait for it, after the current run.
    ///
    /// @return how the run ended; empty if no message waits, or a hook objects
    /// @throws IllegalStateException if the session is closed, or the engine has no model
    public Optional<RunOutcome> runWaiting() {
        return runs.runWaiting();
    }

    /// {@return what the last run did so far if it has a beginning in the log and no end: its
    /// program died, or it stopped for a restart. [#resume] goes on with it}
    ///
    /// @throws IOException if the log cannot be read
    public Optional<RunOutcome> interrupted() throws IOException {
        List<Entry> entries = new ArrayList<>();
        shared.store().read(new SessionId(id()), 0, it -> entries.add(Entry.of(it)));
        return InterruptedRun.find(id(), Branch.of(entries), agent().loop().price());
    }

    /// Continues a run that stopped for a restart of the program, or in which the program died. No
    /// call that was started is run again; those of the last step that were never started are, if
    /// the session was opened with [SessionBuilder#goingOn].
    ///
    /// @param before what the run did so far
    /// @param listener receives one event after the other
    /// @return how the run ended; errors during the run are reported here, not thrown
    /// @throws IllegalStateException if the session is closed, or the engine has no model
    public RunOutcome resume(RunOutcome before, Consumer<RunEvent> listener) {
        return runs.run(it -> it.resume(before, listener));
    }

    /// Sums up the older part of the conversation now, as it happens by itself when the window of
    /// the model is full. The last turns stay as they are.
    ///
    /// @param wishes what the summary is to keep, in the user's words; empty for nothing in
    ///   particular
    /// @param listener receives what happens meanwhile
    /// @return the summary, or why there is none
    /// @throws IOException if a run is going, or the log cannot be written
    /// @throws InterruptedException if the thread was interrupted; the conversation is as it was
    /// @throws IllegalStateException if the session is closed, or the engine has no model
    public CompactionOutcome compact(String wishes, Consumer<RunEvent> listener)
            throws IOException, InterruptedException {
        return runs.betweenRuns(_ -> runs.agent().compact(wishes, listener));
    }

    /// {@return what the next request to the model would hold; while a run is going, as of its last
    /// step}
    ///
    /// It is cheap enough to be asked for after each step.
    ///
    /// @throws IOException if the log cannot be read
    /// @throws IllegalStateException if the engine has no model
    public ContextUse context() throws IOException {
        return runs.agent().context();
    }

    /// {@return the names of the tools that the next request to the model defines; it finds the
    /// others with `tool_search`}
    ///
    /// @throws IOException if the log cannot be read
    /// @throws IllegalStateException if the engine has no model
    public List<String> offeredTools() throws IOException {
        return runs.agent().tools();
    }

    /// {@return the kind of sandbox that commands get: `bubblewrap`, `landlock` or `none`}
    ///
    /// @throws IOException if no sandbox can be made ready
    /// @throws InterruptedException if the thread was interrupted
    public String sandbox() throws IOException, InterruptedException {
        return parts().shells().tier().wire();
    }

    /// Stores a message for the agent, and runs it on the message after the current run. A message
    /// that the session sends itself waits for its next run. Without a model a message is only
    /// stored.
    ///
    /// @return empty if the session is closed
    Optional<Delivery> deliver(Entry.User message) throws IOException {
        return deliver(message, !message.source().equals("session:" + id()));
    }

    /// @param wakes whether the agent runs on the message now
    Optional<Delivery> deliver(Entry.User message, boolean wakes) throws IOException {
        return runs.deliver(message, wakes);
    }

    /// Stops the current run, calls and sub-agents: a run ends as `aborted`, a call with the code
    /// `aborted`. The session stays open.
    public void interrupt() {
        parts().children().stopAll();
        threads.interrupt();
    }

    /// Stops the current run, calls and background processes, and closes the log. The session can
    /// be reopened by its id. It may be called more than once, from any thread.
    ///
    /// @throws IOException if the log could not be written completely
    @Override
    public void close() throws IOException {
        if (!threads.close()) {
            return;
        }
        parts().children().close();
        interrupt();
        threads.awaitOthers(CLOSE_TIMEOUT);
        awaitSubAgents();
        runs.tellHooks("session_end");
        try (Closing _ = after::run;
                Closing _ = runs::closeAttached;
                Closing _ = this::releaseTools;
                Closing _ = () -> shared.sessions().remove(id());
                var _ = parts().log();
                Closeable _ = runs::closeFormer;
                var _ = parts().shells();
                var _ = parts().instances()) {
            runs.end();
        }
        if (parts().temporarySidecars().isPresent()) {
            parts().temporarySidecars().get().removeAll();
        }
    }

    /// A sub-agent uses the tools of its parent, which still needs them.
    private void releaseTools() {
        if (hasOwnTools) {
            shared.releaseTools(engine);
        }
    }

    /// Sub-agents in the background have some seconds to end too.
    private void awaitSubAgents() {
        try {
            parts().children().awaitBackground(CLOSE_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// A resource that closes with a session.
    @FunctionalInterface
    private interface Closing extends AutoCloseable {

        @Override
        void close();
    }
}
