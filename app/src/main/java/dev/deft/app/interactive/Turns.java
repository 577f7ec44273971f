package dev.deft.app.interactive;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.app.interactive.slash.SlashContext;
import dev.deft.app.terminal.editor.Submission;
import dev.deft.run.CallEvent;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// The turns of a conversation: one at a time, what the user sends meanwhile waits. Only the thread
/// of the screen uses it; a turn itself runs on a thread of its own.
final class Turns {

    private final UiLoop loop;
    private final LiveTranscript transcript;
    private final Consumer<Optional<RunOutcome>> ended;
    private final Deque<Submission> waiting = new ArrayDeque<>();
    private final List<Part> pending = new ArrayList<>();
    private Usage usage = Usage.NONE;
    private Usage latest = Usage.NONE;
    private OptionalDouble cost = OptionalDouble.empty();
    private Optional<ChatSession> session = Optional.empty();
    private Optional<Thread> worker = Optional.empty();
    private boolean begun;

    /// @param ended is told of the end of each turn; the outcome is absent if it could not begin
    Turns(UiLoop loop, LiveTranscript transcript, Consumer<Optional<RunOutcome>> ended) {
        this.loop = loop;
        this.transcript = transcript;
        this.ended = ended;
    }

    /// The session is open: what waits can begin.
    void opened(ChatSession chat) {
        session = Optional.of(chat);
        next();
    }

    /// Another session counts from zero.
    void reset() {
        usage = Usage.NONE;
        latest = Usage.NONE;
        cost = OptionalDouble.empty();
        pending.clear();
    }

    /// Whether there was a turn, so that the session is worth mentioning.
    boolean hasBegun() {
        return begun;
    }

    boolean isWorking() {
        return worker.isPresent();
    }

    List<Submission> waiting() {
        return List.copyOf(waiting);
    }

    SlashContext.Totals totals() {
        return new SlashContext.Totals(usage, cost);
    }

    /// The tokens of the conversation as of the last answer.
    long contextTokens() {
        return latest.input() + latest.cacheRead() + latest.cacheWrite() + latest.output();
    }

    /// Sends a message, or lets it wait for the end of the current turn.
    void send(Submission message) {
        waiting.add(message);
        next();
    }

    /// Adds something to the next message, such as the output of the user's own command.
    void attach(Part part) {
        pending.add(part);
    }

    private void next() {
        if (isWorking() || session.isEmpty() || waiting.isEmpty()) {
            return;
        }
        Submission message = waiting.remove();
        List<Part> before = List.copyOf(pending);
        pending.clear();
        transcript.user(message.text());
        begin(it -> parts(it, message, before));
    }

    /// What a message becomes, on the thread of the turn.
    @FunctionalInterface
    interface Content {

        List<Part> of(ChatSession session) throws IOException, InterruptedException;
    }

    /// Begins a turn, on a platform thread: after a virtual one has waited for a socket, the
    /// program would end 300 ms late.
    void begin(Content content) {
        ChatSession chat = session.orElseThrow();
        begun = true;
        transcript.begin();
        worker =
                Optional.of(
                        Thread.ofPlatform().daemon().name("turn").start(() -> run(chat, content)));
    }

    private void run(ChatSession chat, Content content) {
        Optional<RunOutcome> outcome = Optional.empty();
        try (var _ = chat.session().events().subscribe(this::began)) {
            var message = new Message.User(content.of(chat));
            outcome = Optional.of(chat.run(message, it -> loop.post(() -> seen(it, chat))));
        } catch (IOException e) {
            boolean interrupted = Thread.currentThread().isInterrupted();
            loop.post(interrupted ? this::interrupted : () -> failed(e));
        } catch (InterruptedException _) {
            loop.post(this::interrupted);
        } finally {
            Optional<RunOutcome> result = outcome;
            loop.post(() -> over(result));
        }
    }

    private void interrupted() {
        transcript.note("Interrupted.");
    }

    private void failed(IOException e) {
        transcript.error(String.valueOf(e.getMessage()));
    }

    private void began(CallEvent event) {
        if (event instanceof CallEvent.Requested it) {
            loop.post(() -> transcript.began(it.callId()));
        }
    }

    private static List<Part> parts(ChatSession chat, Submission message, List<Part> before)
            throws IOException {
        List<Part> parts = new ArrayList<>(before);
        parts.add(new Part.Text(message.text()));
        message.attachments().forEach(it -> parts.add(new Part.Media(it.mimeType(), it.content())));
        parts.addAll(chat.mentioned(message.text()));
        return parts;
    }

    private void seen(RunEvent event, ChatSession chat) {
        if (event instanceof RunEvent.TokenUsage(Usage tokens, String _)) {
            usage = usage.plus(tokens);
            latest = tokens;
            OptionalDouble price = chat.session().agent().loop().price().apply(tokens);
            if (price.isPresent()) {
                cost = OptionalDouble.of(cost.orElse(0) + price.getAsDouble());
            }
        }
        transcript.accept(event);
    }

    private void over(Optional<RunOutcome> outcome) {
        worker = Optional.empty();
        transcript.end();
        outcome.ifPresent(this::tell);
        ended.accept(outcome);
        next();
    }

    private void tell(RunOutcome outcome) {
        switch (outcome.status()) {
            case DONE, RESTART -> {}
            case ABORTED -> interrupted();
            case FAILED, LIMIT -> transcript.error(outcome.error().orElse("The turn ended early."));
            case DENIED -> transcript.warn(outcome.error().orElse("The agent lacks a permission."));
        }
    }

    /// Interrupts the turn, also while its message is prepared.
    ///
    /// @return the messages that waited, which are not sent
    List<Submission> interrupt() {
        worker.ifPresent(Thread::interrupt);
        session.ifPresent(it -> it.session().interrupt());
        List<Submission> unsent = List.copyOf(waiting);
        waiting.clear();
        return unsent;
    }
}
