package dev.deft.agent.session;

import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ModelText;
import dev.deft.run.CallJournal;
import dev.deft.run.Gates;
import dev.deft.run.PreparedCall;
import dev.deft.run.ToolCall;
import dev.deft.tool.Capability;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The log of one session: what was said, called, decided and answered, as entries of a store.
///
/// Calls alone do not store a passing session until one of them leaves a trace; all else does.
public final class SessionLog implements CallJournal, AutoCloseable {

    private final SessionWriter writer;
    private final TurnCount turns;
    private final SecretMask mask;
    private final ResultText text;
    private final Set<String> started = ConcurrentHashMap.newKeySet();

    /// What a model reads of a result.
    public interface ResultText {

        /// The text alone, in no dialect.
        ResultText PLAIN = (_, envelope) -> ModelText.of(envelope);

        /// What a model reads of a result.
        ///
        /// @param tool nothing when the call named none
        String of(Optional<DialectTool> tool, Envelope envelope);
    }

    /// A log of what is written by a writer.
    ///
    /// @param turns of this session; the log adds those that begin in it
    /// @param mask hides secrets in what is written down
    /// @param text what a model reads of the results
    public SessionLog(SessionWriter writer, TurnCount turns, SecretMask mask, ResultText text) {
        this.writer = writer;
        this.turns = turns;
        this.mask = mask;
        this.text = text;
    }

    /// A log in which secrets are known by their look alone, and results are read as plain text.
    public static SessionLog of(SessionWriter writer) {
        return new SessionLog(
                writer, TurnCount.from(writer.state()), SecretMask.KEYS_ONLY, ResultText.PLAIN);
    }

    /// The id of the session.
    public String id() {
        return writer.id().value();
    }

    /// The turn that calls belong to now. Without a model every call is a turn of its own.
    public int turn() {
        return turns.turns();
    }

    /// What hides secrets in what is written down.
    public SecretMask mask() {
        return mask;
    }

    /// The entries the session goes on from, as far as no summary stands for them.
    public List<Entry> entries() throws IOException {
        return writer.context();
    }

    /// Does not wait for the disk: an intent or a result follows at once, and does.
    @Override
    public void decision(ToolCall call, Gates.Decision decision) throws IOException {
        Instant now = writer.now();
        var _ = writer.put(() -> masked(CallEntries.decision(call, decision, now), mask));
    }

    @Override
    public void again(ToolCall call, Gates.Decision decision) throws IOException {
        Instant now = writer.now();
        writer.append(() -> masked(CallEntries.decision(call, decision, now), mask));
    }

    @Override
    public void intent(ToolCall call, PreparedCall<?> prepared) throws IOException {
        turns.callStarted(call.callId());
        Instant now = writer.now();
        writer.append(() -> masked(CallEntries.intent(call, prepared, now), mask));
        started.add(call.callId());
        if (prepared.touches().stream().anyMatch(it -> leavesATrace(it.capability()))) {
            var _ = writer.store();
        }
    }

    private static boolean leavesATrace(Capability capability) {
        return switch (capability) {
            case FS_WRITE, SHELL_RUN, NET_FETCH -> true;
            case FS_READ, NONE -> false;
        };
    }

    @Override
    public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope)
            throws IOException {
        turns.callEnded(call.callId());
        boolean conversing = turns.conversing();
        Instant now = writer.now();
        boolean ran = started.remove(call.callId());
        writer.append(() -> {
            Json.Obj known = CallEntries.result(call, tool, envelope, now);
            Json.Obj ended = ran ? known : CallEntries.withArguments(known, call);
            // What a model read goes into the log only where there is a model.
            return masked(
                    conversing
                            ? CallEntries.withModelText(ended, text.of(tool, envelope), envelope)
                            : ended,
                    mask);
        });
    }

    /// What is kept is not masked: it must come back as it was.
    static Json.Obj masked(Json.Obj entry, SecretMask mask) {
        return entry.text("role").orElse("").equals("kept") ? entry : mask.json(entry);
    }

    /// Accepts all that is in the log as the user's own.
    public Entry adopt() throws IOException {
        return recorded(EntryJson.ADOPTED, Json.Obj.EMPTY, new Entry.Adopted());
    }

    /// Writes down what was said to the model, and begins a turn.
    public Entry addUserMessage(Entry.User said) throws IOException {
        turns.userMessage();
        return recorded("user", EntryJson.user(said), said);
    }

    /// Writes down what was said and how the run begins that answers it, and waits for the disk
    /// once.
    public Entry addUserMessage(Entry.User said, Entry.Event begun) throws IOException {
        turns.userMessage();
        SessionLease lease = writer.store();
        Entry first = put(lease, "user", EntryJson.user(said), said);
        lease.await(put(lease, "event", EntryJson.event(begun), begun).id());
        return first;
    }

    /// Writes down an event that no other entry records.
    public Entry addEvent(Entry.Event told) throws IOException {
        return recorded("event", EntryJson.event(told), told);
    }

    /// Writes down what the model answered.
    public Entry addAnswer(Entry.Assistant answer) throws IOException {
        return recorded("assistant", EntryJson.assistant(answer), answer);
    }

    /// Writes down what the model answered and what that took, and waits for the disk once.
    public Entry addAnswer(Entry.Assistant answer, Entry.TokenUsage spent) throws IOException {
        SessionLease lease = writer.store();
        Entry first = put(lease, "assistant", EntryJson.assistant(answer), answer);
        lease.await(put(lease, "usage", EntryJson.tokenUsage(spent), spent).id());
        return first;
    }

    /// Writes down what a request took.
    public Entry addUsage(Entry.TokenUsage spent) throws IOException {
        return recorded("usage", EntryJson.tokenUsage(spent), spent);
    }

    /// Writes down what stands for earlier entries.
    public Entry addSummary(Entry.Summary summary) throws IOException {
        return recorded("compaction", EntryJson.summary(summary), summary);
    }

    /// Writes down what the session is called from here on.
    public Entry setTitle(String title) throws IOException {
        return recorded("title", Json.Obj.EMPTY.with("title", title), new Entry.Titled(title));
    }

    /// Writes down that files were put back, or forward again.
    public Entry addUndo(Entry.Undone undone) throws IOException {
        return recorded("undo", EntryJson.undone(undone), undone);
    }

    /// Goes on from an earlier entry. What came after it stays in the log and no longer counts.
    ///
    /// @param to the id of an entry, or 0 for the beginning
    public Entry rewind(long to) throws IOException {
        SessionLease lease = writer.store();
        Instant at = writer.now();
        long id = lease.put(CallEntries.entry("rewind", at).with("to", Json.Num.of(to)), to);
        lease.await(id);
        return new Entry(id, to, at, new Entry.Rewound(to));
    }

    private Entry recorded(String role, Json.Obj fields, Entry.Body body) throws IOException {
        SessionLease lease = writer.store();
        Entry entry = put(lease, role, fields, body);
        lease.await(entry.id());
        return entry;
    }

    private Entry put(SessionLease lease, String role, Json.Obj fields, Entry.Body body)
            throws IOException {
        Instant at = writer.now();
        Map<String, Json> line = new LinkedHashMap<>(CallEntries.entry(role, at).fields());
        line.putAll(fields.fields());
        long id = lease.put(masked(new Json.Obj(line), mask));
        return new Entry(id, id - 1, at, body);
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
