package dev.deft.engine;

import dev.deft.agent.context.CompactionOutcome;
import dev.deft.agent.context.ContextUse;
import dev.deft.agent.loop.AgentLoop;
import dev.deft.agent.loop.ModelCalls;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.loop.RunTurns;
import dev.deft.agent.loop.ToolOffer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.reflection.SessionTitle;
import dev.deft.agent.session.Entry;
import dev.deft.agent.subagent.SubAgentTools;
import dev.deft.engine.hook.RunHooks;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.engine.session.AnswerFiles;
import dev.deft.engine.session.InternalAgents;
import dev.deft.engine.session.RunEvents;
import dev.deft.json.Json;
import dev.deft.os.state.Sidecars;
import dev.deft.policy.PossibleCalls;
import dev.deft.run.CallEvent;
import dev.deft.run.CallEvents;
import dev.deft.run.ToolRunner;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Runs the agent of a session.
final class AgentRun implements AutoCloseable {

    private final EngineParts engine;
    private final SharedRoot shared;
    private final Handover handover;
    private final RunEvents events;
    private final CallEvents.Subscription progress;
    private final RunTurns turns;
    private volatile SessionParts parts;
    private Optional<SessionTitle> title = Optional.empty();
    private volatile AgentLoop loop;

    /// Gives the session to another agent.
    @FunctionalInterface
    interface Handover {

        /// The parts of the session with that agent.
        SessionParts to(AgentSpec next) throws IOException;
    }

    AgentRun(
            EngineParts engine,
            SharedRoot shared,
            SessionParts parts,
            SessionParts.Running run,
            RunTurns turns,
            Handover handover)
            throws IOException {
        this.engine = engine;
        this.shared = shared;
        this.parts = parts;
        this.handover = handover;
        this.events = run.events();
        this.turns = turns;
        this.loop = loop(engine, shared, parts, run);
        this.progress = parts.pipeline().events().subscribeToProgress(it -> tell(it, run.events()));
        var _ = run.events().subscribe(this::compacted);
    }

    private static AgentLoop loop(
            EngineParts engine, SharedRoot shared, SessionParts parts, SessionParts.Running run)
            throws IOException {
        ToolRunner runner = parts.pipeline().runner();
        boolean somebody = run.approver().present();
        SkillSection skills = SkillSection.read(engine, shared, parts, run);
        var possible =
                new PossibleCalls(
                        parts.permissions().rules(), parts.permissions().agent(), somebody);
        ToolOffer offer =
                DefaultAgent.offer(
                                parts.agent().toolset().ids(),
                                Registries.builtIn(),
                                somebody,
                                skills.hasOwn())
                        .where(possible, possible::changes)
                        .withholding(
                                parts.children().atLimit() ? SubAgentTools.STARTING : Set.of());
        var calls =
                new ModelCalls(
                        runner,
                        run.repetition(),
                        offer,
                        parts.kept().memory(),
                        places(shared.root()),
                        run.events());
        var prompt =
                new SessionPrompt(
                        engine, shared, parts, run, offer, shared.environmentFacts(), skills);
        return new AgentLoop(
                run.model(),
                parts.log(),
                calls,
                prompt.system(),
                parts.agent().loop(),
                run.budget(),
                new AnswerFiles(
                        turn -> changes(parts.files(), turn, run.events()),
                        new Sidecars(new StatePaths(shared.root()), parts.log().id()),
                        run.events()),
                run.events(),
                Reflection.of(shared, parts, run),
                () -> parts.instances().restarts() || isApproved(parts),
                parts.children(),
                it ->
                        parts.hooks()
                                .beforeCompaction(
                                        internal(engine, shared, parts, run).compaction(it),
                                        run.events()),
                parts.pipeline().observation().steps());
    }

    /// Whether the user approved a plan that another agent carries out.
    private static boolean isApproved(SessionParts parts) {
        return parts.agent().successor().isPresent() && parts.approval().isGiven();
    }

    /// Continues a run that stopped because the user approved its plan, with the agent that carries
    /// it out: its prompt, its tools and its rights.
    private RunOutcome handedOver(RunOutcome outcome) {
        SessionParts before = parts;
        boolean handsOver =
                outcome.status() == RunOutcome.Status.RESTART
                        && !before.instances().restarts()
                        && isApproved(before);
        if (!handsOver) {
            return outcome;
        }
        try {
            takeOver(handover.to(before.agent().successor().orElseThrow()));
            return handedOver(loop.resume(outcome));
        } catch (IOException e) {
            return RunOutcome.failed(
                    before.log().id(),
                    "The plan is approved but cannot be begun: " + e.getMessage());
        }
    }

    /// Goes on with another agent: its prompt, its tools and its rights.
    void takeOver(SessionParts next) throws IOException {
        loop = loop(engine, shared, next, next.running().orElseThrow());
        parts = next;
    }

    /// The values of `${workspace}` and `${directory}` in tool descriptions.
    static Map<String, String> places(Path root) {
        return Map.of("workspace", root.toString(), "directory", root.toString());
    }

    /// Called at the end of a run, which may have been interrupted; the list is still needed then.
    private static List<String> changes(
            SessionFileAccess files, int turn, Consumer<RunEvent> events) {
        boolean interrupted = Thread.interrupted();
        try {
            return files.changedSince(turn);
        } catch (IOException e) {
            events.accept(
                    new RunEvent.Warning("Which files changed is not known: " + e.getMessage()));
            return List.of();
        } catch (InterruptedException _) {
            interrupted = true;
            return List.of();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void tell(CallEvent.Progressed said, Consumer<RunEvent> events) {
        events.accept(
                new RunEvent.ToolProgress(
                        said.callId(), said.text(), said.title(), said.metadata()));
    }

    /// Runs the agent on one message. Runs of a session never overlap.
    RunOutcome run(Entry.User message, Consumer<RunEvent> listener) {
        var sent = new Message.User(message.parts());
        try {
            if (!turns.begin()) {
                return RunOutcome.failed(
                        parts.log().id(),
                        "The previous run was cancelled but has not ended; try again.");
            }
        } catch (InterruptedException _) {
            return interrupted();
        }
        try (var _ = events.subscribe(listener)) {
            return told(message, sent);
        } finally {
            turns.end();
        }
    }

    /// Tells hooks of a compaction, apart from the run.
    private void compacted(RunEvent event) {
        if (!(event instanceof RunEvent.Compacted(String summary))
                || parts.hooks().hooks().isEmpty()) {
            return;
        }
        Json.Obj fields = Json.Obj.EMPTY.with("summary", summary);
        Thread.startVirtualThread(() -> {
            try {
                var _ = parts.hooks().tell("after_compaction", fields, loop.queue()::add);
            } catch (IOException | InterruptedException e) {
                events.accept(new RunEvent.Warning("A hook could not be told: " + e.getMessage()));
            }
        });
    }

    /// Runs one turn between its hooks.
    private RunOutcome told(Entry.User message, Message.User sent) {
        try {
            List<Entry.User> all = new ArrayList<>(loop.queue().list());
            all.add(message);
            Optional<String> objection = objection(all);
            if (objection.isPresent()) {
                return RunOutcome.failed(parts.log().id(), objection.get());
            }
            beginTitle(sent);
            return ended(events.seen(handedOver(loop.run(sent, message.source()))));
        } catch (IOException e) {
            return unwritten(e);
        } catch (InterruptedException _) {
            return interrupted();
        }
    }

    /// A message whose hooks were interrupted is not recorded: they may have had an objection.
    private RunOutcome interrupted() {
        Thread.currentThread().interrupt();
        return RunOutcome.aborted(parts.log().id());
    }

    private RunOutcome unwritten(IOException e) {
        return RunOutcome.failed(
                parts.log().id(), "The session could not be written: " + e.getMessage());
    }

    /// Asks hooks about a turn, of all messages that it begins with.
    private Optional<String> objection(List<Entry.User> messages)
            throws IOException, InterruptedException {
        return parts.hooks().tell("before_turn", RunHooks.prompt(messages), loop.queue()::add);
    }

    /// Tells hooks of the end of a turn.
    private RunOutcome ended(RunOutcome outcome) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            return outcome;
        }
        try {
            var _ = parts.hooks().tell("after_turn", RunHooks.outcome(outcome), loop.queue()::add);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return outcome;
    }

    /// Names the session beside its first run, if somebody takes part.
    private void beginTitle(Message.User message) {
        SessionParts now = parts;
        SessionParts.Running run = now.running().orElseThrow();
        String text = text(message);
        if (run.approver().present() && !text.isBlank() && title.isEmpty()) {
            title =
                    internal(engine, shared, now, run)
                            .title(now.agent().loop().titles(), run.model());
            title.ifPresent(it -> it.begin(text));
        }
    }

    private static InternalAgents internal(
            EngineParts engine, SharedRoot shared, SessionParts parts, SessionParts.Running run) {
        return new InternalAgents(
                shared.root(),
                engine.environment(),
                parts.agent().grants().policy(),
                engine.models()
                        .named()
                        .map(it -> name -> parts.pipeline().observation().model(it.find(name))),
                parts.log(),
                run.events());
    }

    private static String text(Message.User message) {
        return message.parts().stream()
                .filter(Part.Text.class::isInstance)
                .map(it -> ((Part.Text) it).text())
                .collect(Collectors.joining("\n"));
    }

    /// Continues a run that stopped for a restart.
    RunOutcome resume(RunOutcome before, Consumer<RunEvent> listener) {
        try {
            if (!turns.begin()) {
                return RunOutcome.failed(parts.log().id(), "Another run has begun; try again.");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return events.seen(before.aborted());
        }
        try (var _ = events.subscribe(listener)) {
            return ended(events.seen(handedOver(loop.resume(before))));
        } catch (IOException e) {
            return unwritten(e);
        } finally {
            turns.end();
        }
    }

    /// Reads the conversation again after the log was rewound.
    void reload() throws IOException {
        loop.reload();
    }

    /// Sums up the older part of the conversation now.
    CompactionOutcome compact(String wishes, Consumer<RunEvent> listener)
            throws IOException, InterruptedException {
        try (var _ = events.betweenRuns(listener)) {
            return loop.compact(wishes);
        }
    }

    /// The names of the tools that the next request defines.
    List<String> tools() {
        return loop.tools();
    }

    /// What the next request would hold.
    ContextUse context() {
        return loop.use();
    }

    /// Stores a message for the next run.
    void queue(Entry.User message) throws IOException {
        loop.queue().add(message);
    }

    /// The messages that wait for the next run.
    List<Entry.User> waiting() {
        return loop.queue().list();
    }

    /// Runs the agent on the messages that wait, after the current run.
    ///
    /// @return empty if there are none, or a hook objects
    Optional<RunOutcome> runQueued() {
        try {
            if (!turns.begin()) {
                return Optional.empty();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
        try {
            List<Entry.User> waiting = loop.queue().list();
            Optional<String> objection = waiting.isEmpty() ? Optional.empty() : objection(waiting);
            if (objection.isPresent()) {
                events.accept(
                        new RunEvent.Warning(
                                objection.get() + " What was sent waits for the next turn."));
                return Optional.empty();
            }
            waiting.stream()
                    .findFirst()
                    .filter(it -> it.source().equals(Entry.User.FROM_USER))
                    .ifPresent(it -> beginTitle(new Message.User(it.parts())));
            Optional<RunOutcome> outcome = loop.runQueued().map(this::handedOver);
            return outcome.isPresent()
                    ? Optional.of(ended(events.seen(outcome.get())))
                    : Optional.empty();
        } catch (IOException e) {
            events.accept(new RunEvent.Warning(unwritten(e).error().orElse("")));
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            events.accept(
                    new RunEvent.Warning(
                            "Interrupted at a hook. What was sent waits for the next turn."));
            return Optional.empty();
        } finally {
            turns.end();
        }
    }

    @Override
    public void close() {
        title.ifPresent(SessionTitle::close);
        progress.close();
    }
}
