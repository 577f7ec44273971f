package dev.deft.acp;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.process.EditorShells;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Sends what happens during one turn as updates. After it is closed it sends nothing.
final class TurnView implements Consumer<RunEvent>, AutoCloseable {

    /// How often the output of a running command is sent.
    private static final long PAUSE_NANOS = 100_000_000;

    private final AcpSession session;
    private final SessionUpdates updates;
    private final LongSupplier nanos;
    private final Map<String, LiveCall> running = new HashMap<>();
    private Optional<MessageStream> stream = Optional.empty();
    private boolean closed;

    TurnView(AcpSession session, LongSupplier nanos) {
        this.session = session;
        this.updates = session.updates();
        this.nanos = nanos;
    }

    /// The message that the text of the model belongs to.
    private record MessageStream(String kind, String id) {}

    /// A call at work.
    private static final class LiveCall {

        private final String tool;
        private final Json arguments;
        private final StringBuilder printed = new StringBuilder();
        private long shownAt;
        private boolean begun;

        LiveCall(String tool, Json arguments) {
            this.tool = tool;
            this.arguments = arguments;
        }
    }

    @Override
    public synchronized void accept(RunEvent event) {
        if (closed) {
            return;
        }
        switch (event) {
            case RunEvent.Text(String delta) -> said("agent_message_chunk", delta);
            case RunEvent.Reasoning(String delta) -> said("agent_thought_chunk", delta);
            case RunEvent.Message(String text) -> {
                stream = Optional.empty();
                said("agent_message_chunk", text);
                stream = Optional.empty();
            }
            case RunEvent.ToolCall call -> begun(call);
            case RunEvent.ToolProgress progress -> progressed(progress);
            case RunEvent.ToolResult result -> ended(result);
            case RunEvent.TokenUsage(Usage usage, _) -> {
                stream = Optional.empty();
                session.used(usage);
            }
            case RunEvent.Attached(var attachment) ->
                    updates.chunk(
                            "agent_message_chunk",
                            session.newMessageId(),
                            ContentBlocks.link(
                                    session.root().resolve(Path.of(attachment.path())),
                                    attachment.mimeType()));
            case RunEvent.Compacted(String summary) -> session.compacted(summary);
            case RunEvent.Warning(String text) -> session.notice("warning", text);
            case RunEvent.Retry(_, _, String why) -> session.notice("info", why);
            case RunEvent.Session _,
                    RunEvent.ApprovalRequested _,
                    RunEvent.QuestionsAsked _,
                    RunEvent.Ended _ -> {}
        }
    }

    private void said(String kind, String delta) {
        if (delta.isEmpty()) {
            return;
        }
        if (stream.isEmpty() || !stream.get().kind().equals(kind)) {
            stream = Optional.of(new MessageStream(kind, session.newMessageId()));
        }
        updates.chunk(kind, stream.get().id(), ContentBlocks.text(delta));
    }

    private void begun(RunEvent.ToolCall call) {
        stream = Optional.empty();
        running.put(call.id(), new LiveCall(call.tool(), call.arguments()));
        updates.send(
                "tool_call",
                Json.Obj.EMPTY
                        .with("toolCallId", session.beginCall(call.id()))
                        .withAll(session.calls().begun(call.tool(), call.arguments()))
                        .with("status", "pending"));
    }

    /// A call that was asked about may run.
    synchronized void approved(String callId) {
        LiveCall call = running.get(callId);
        if (closed || call == null || call.begun) {
            return;
        }
        call.begun = true;
        update(callId, Json.Obj.EMPTY.with("status", "in_progress"));
    }

    private void progressed(RunEvent.ToolProgress progress) {
        LiveCall call = running.get(progress.id());
        if (call == null) {
            return;
        }
        call.printed.append(progress.text());
        if (call.printed.length() > 2 * ToolCallView.MOST_TEXT) {
            call.printed.delete(0, call.printed.length() - ToolCallView.MOST_TEXT);
        }
        Json.Obj fields = Json.Obj.EMPTY.with("status", "in_progress");
        if (progress.title().isPresent()) {
            fields = fields.with("title", ToolCallView.title(progress.title().get()));
        }
        Optional<String> terminal = progress.metadata().text(EditorShells.TERMINAL);
        if (terminal.isPresent()) {
            call.begun = true;
            update(
                    progress.id(),
                    fields.with(
                            "content",
                            new Json.Arr(List.of(ContentBlocks.terminal(terminal.get())))));
            return;
        }
        long now = nanos.getAsLong();
        if (call.begun && now - call.shownAt < PAUSE_NANOS) {
            return;
        }
        call.begun = true;
        call.shownAt = now;
        update(progress.id(), call.printed.isEmpty() ? fields : fields.with("content", live(call)));
    }

    private Json live(LiveCall call) {
        String text = TerminalText.read(call.printed.toString());
        return new Json.Arr(
                List.of(
                        ContentBlocks.ofCall(
                                ContentBlocks.text(session.calls().printed(call.tool, text)))));
    }

    private void ended(RunEvent.ToolResult result) {
        LiveCall call = running.remove(result.id());
        Json arguments = call == null ? Json.Obj.EMPTY : call.arguments;
        List<Json> images = new ArrayList<>();
        if (hasAttachments(result.result())) {
            images.addAll(session.images(result.id()));
        }
        update(
                result.id(),
                session.calls()
                        .ended(
                                result.tool(),
                                result.failed(),
                                result.title(),
                                result.result(),
                                session.files().takeChanged(result.id()),
                                images));
        if (!result.failed()) {
            PlanEntries.of(
                            session.calls().id(result.tool()),
                            arguments,
                            ToolCallView.data(result.result()))
                    .ifPresent(it -> updates.send("plan", it));
        }
    }

    private static boolean hasAttachments(Json result) {
        return ToolCallView.data(result).find("attachments").orElse(Json.Null.VALUE)
                        instanceof Json.Arr(List<Json> all)
                && !all.isEmpty();
    }

    private void update(String callId, Json.Obj fields) {
        updates.send(
                "tool_call_update",
                Json.Obj.EMPTY.with("toolCallId", session.wireId(callId)).withAll(fields));
    }

    /// Calls that never ended count as failed, so that no client waits for them.
    @Override
    public synchronized void close() {
        if (!closed) {
            running.keySet().forEach(it -> update(it, Json.Obj.EMPTY.with("status", "failed")));
            closed = true;
        }
    }
}
