package dev.deft.agent.session;

import dev.deft.agent.model.Part;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ModelText;
import dev.deft.run.CallJournal;
import dev.deft.run.Gates;
import dev.deft.run.PreparedCall;
import dev.deft.run.ToolCall;
import dev.deft.tool.Envelope;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Writes the messages, calls, decisions and results of a session to its store.
///
/// A deferred session is stored with its first message, or its first call that can change
/// something.
public final class SessionLog implements CallJournal, AutoCloseable {

    private final SessionWriter writer;
    private final TurnCount turns;
    private final SecretMask mask;
    private final ResultText text;
    private final Set<String> started = ConcurrentHashMap.newKeySet();

    /// Renders results as text for the model.
    public interface ResultText {

        /// Plain text, without a dialect.
        ResultText PLAIN = (_, envelope) -> ModelText.of(envelope);

        /// The text of a result.
        ///
        /// @param tool empty if there is no such tool
        String of(Optional<DialectTool> tool, Envelope envelope);
    }

    /// Creates a log that writes through a writer.
    ///
    /// @param turns the turn counter of the session
    /// @param mask hides secrets in entries
    /// @param text renders results for the model
    public SessionLog(SessionWriter writer, TurnCount turns, SecretMask mask, ResultText text) {
        this.writer = writer;
        this.turns = turns;
        this.mask = mask;
        this.text = text;
    }

    /// Creates a log that masks text that looks like a key, and renders results as plain text.
    public static SessionLog of(SessionWriter writer) {
        return new SessionLog(
                writer, TurnCount.from(writer.state()), SecretMask.KEYS_ONLY, ResultText.PLAIN);
    }

    /// The id of the session.
    public String id() {
        return writer.id().value();
    }

    /// The current turn. Without a model, every call is its own turn.
    public int turn() {
        return turns.turns();
    }

    /// The mask for secrets in entries.
    public SecretMask mask() {
        return mask;
    }

    /// The entries of the active branch that no summary replaces.
    public List<Entry> entries() throws IOException {
        return writer.context();
    }

    /// Does not wait for the disk: the intent or result that follows does. An intent follows at
    /// once, unless the call is denied.
    @Override
    public void decision(ToolCall call, Gates.Decision decision) throws IOException {
        Instant now = writer.now();
        Supplier<Json.Obj> entry = () -> masked(CallEntries.decision(call, decision, now), mask);
        if (decision.denied().isPresent()) {
            var _ = writer.put(entry);
        } else {
            writer.putBeforeNext(entry);
        }
    }

    @Override
    public void rerunDecision(ToolCall call, Gates.Decision decision) throws IOException {
        Instant now = writer.now();
        writer.append(() -> masked(CallEntries.decision(call, decision, now), mask));
    }

    @Override
    public Intent intent(ToolCall call, PreparedCall<?> prepared) throws IOException {
        turns.callStarted(call.callId());
        Instant now = writer.now();
        Optional<SessionWriter.Pending> put =
                writer.put(() -> masked(CallEntries.intent(call, prepared, now), mask));
        started.add(call.callId());
        if (put.isEmpty() && hasEffects(prepared)) {
            var _ = writer.store();
        }
        return () -> SessionWriter.await(put);
    }

    private static boolean hasEffects(PreparedCall<?> call) {
        for (Touch touch : call.touches()) {
            boolean effect =
                    switch (touch.capability()) {
                        case FS_WRITE, SHELL_RUN, NET_FETCH -> true;
                        case FS_READ, NONE -> false;
                    };
            if (effect) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope)
            throws IOException {
        turns.callEnded(call.callId());
        writer.ended(call.callId());
        boolean conversing = turns.conversing();
        Instant now = writer.now();
        boolean ran = started.remove(call.callId());
        writer.append(() -> {
            Json.Obj known = CallEntries.result(call, tool, envelope, now);
            Json.Obj ended = ran ? known : CallEntries.withArguments(known, call);
            // The text for the model is logged only if there is a model.
            return masked(
                    conversing
                            ? CallEntries.withModelText(ended, text.of(tool, envelope), envelope)
                            : ended,
                    mask);
        });
    }

    /// Stored values are not masked: tools need them back unchanged.
    static Json.Obj masked(Json.Obj entry, SecretMask mask) {
        return entry.text("role").orElse("").equals("kept") ? entry : mask.json(entry);
    }

    /// Accepts all entries of the log as the user's own.
    public Entry adopt() throws IOException {
        return append(EntryJson.ADOPTED, Json.Obj.EMPTY, new Entry.Adopted());
    }

    /// Writes a user message, which starts a turn.
    public Entry addUserMessage(Entry.User message) throws IOException {
        writer.settleUnstarted();
        turns.userMessage();
        return append("user", EntryJson.user(message), message);
    }

    /// Writes a user message and the start event of the run, with one disk sync.
    public Entry addUserMessage(Entry.User message, Entry.Event start) throws IOException {
        writer.settleUnstarted();
        turns.userMessage();
        SessionLease lease = writer.store();
        Entry first = put(lease, "user", EntryJson.user(message), message);
        lease.await(put(lease, "event", EntryJson.event(start), start).id());
        return first;
    }

    /// Writes an event that no other entry records.
    public Entry addEvent(Entry.Event event) throws IOException {
        return append("event", EntryJson.event(event), event);
    }

    /// Writes an answer of the model.
    public Entry addAnswer(Entry.Assistant answer) throws IOException {
        return append("assistant", EntryJson.assistant(answer), answer);
    }

    /// Writes an answer of the model and its token usage, with one disk sync. Does not wait for the
    /// disk if nothing but calls follows: their intents or results do.
    public Entry addAnswer(Entry.Assistant answer, Entry.TokenUsage usage) throws IOException {
        SessionLease lease = writer.store();
        Entry first = entry(lease, "assistant", EntryJson.assistant(answer), answer, true);
        Entry last = put(lease, "usage", EntryJson.tokenUsage(usage), usage);
        if (!isFollowedByCalls(answer)) {
            lease.await(last.id());
        }
        return first;
    }

    /// Pictures are saved before the calls run.
    private static boolean isFollowedByCalls(Entry.Assistant answer) {
        boolean calls = false;
        for (Part part : answer.parts()) {
            if (part instanceof Part.Media) {
                return false;
            }
            calls |= part instanceof Part.Call;
        }
        return calls;
    }

    /// Writes the token usage of a request.
    public Entry addUsage(Entry.TokenUsage usage) throws IOException {
        return append("usage", EntryJson.tokenUsage(usage), usage);
    }

    /// Writes a summary of earlier entries.
    public Entry addSummary(Entry.Summary summary) throws IOException {
        return append("compaction", EntryJson.summary(summary), summary);
    }

    /// Writes what the agent remembered after a run.
    public Entry addReflection(Entry.Reflected reflected) throws IOException {
        return append(EntryJson.REFLECTION, EntryJson.reflected(reflected), reflected);
    }

    /// Writes what the agent made of calls that failed.
    public Entry addVerdict(Entry.Judged judged) throws IOException {
        return append(EntryJson.VERDICT, EntryJson.judged(judged), judged);
    }

    /// Writes a note to the model.
    public Entry addNotice(Entry.Notice notice) throws IOException {
        return append(EntryJson.NOTICE, Json.Obj.EMPTY.with("text", notice.text()), notice);
    }

    /// Writes a new title.
    public Entry setTitle(String title) throws IOException {
        return append("title", Json.Obj.EMPTY.with("title", title), new Entry.Titled(title));
    }

    /// Writes that file changes were undone or redone.
    public Entry addUndo(Entry.Undone undone) throws IOException {
        return append("undo", EntryJson.undone(undone), undone);
    }

    /// Continues from an earlier entry. Later entries stay in the log, inactive.
    ///
    /// @param to the id of an entry, or 0 for the start
    public Entry rewind(long to) throws IOException {
        SessionLease lease = writer.store();
        Instant at = writer.now();
        long id = lease.put(CallEntries.entry("rewind", at).with("to", Json.Num.of(to)), to);
        lease.await(id);
        writer.rewound();
        return new Entry(id, to, at, new Entry.Rewound(to));
    }

    private Entry append(String role, Json.Obj fields, Entry.Body body) throws IOException {
        SessionLease lease = writer.store();
        Entry entry = put(lease, role, fields, body);
        lease.await(entry.id());
        return entry;
    }

    private Entry put(SessionLease lease, String role, Json.Obj fields, Entry.Body body)
            throws IOException {
        return entry(lease, role, fields, body, false);
    }

    /// @param goesOn whether another entry follows at once
    private Entry entry(
            SessionLease lease, String role, Json.Obj fields, Entry.Body body, boolean goesOn)
            throws IOException {
        Instant at = writer.now();
        Map<String, Json> line = new LinkedHashMap<>(CallEntries.entry(role, at).fields());
        line.putAll(fields.fields());
        Json.Obj masked = masked(new Json.Obj(line), mask);
        long id = goesOn ? lease.putBeforeNext(masked) : lease.put(masked);
        return new Entry(id, id - 1, at, body);
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
