package dev.deft.agent.session;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.codec.JsonText;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.os.StatePaths;
import dev.deft.run.DialectTool;
import dev.deft.run.EnvelopeJson;
import dev.deft.run.Gates;
import dev.deft.run.Journal;
import dev.deft.run.ModelText;
import dev.deft.run.Prepared;
import dev.deft.run.SessionMemory;
import dev.deft.run.ToolCall;
import dev.deft.tool.Capability;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolCategory;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// The log of one session: what was called, decided, kept and answered.
///
/// A passing session, which nobody gave a name, has no file until it does something that leaves a
/// trace outside; asking for the time litters no directory.
public final class SessionLog implements Journal, SessionMemory, AutoCloseable {

    private static final int MOST_WAITING = 1_000;
    private static final String INTERRUPTED =
            "The call was interrupted; whether it took effect is not known. Look before you repeat it.";
    private static final String NEVER_STARTED =
            "The program ended before this call was started; it did nothing.";

    private final StatePaths state;
    private final SessionId id;
    private final InstantSource clock;
    private final Map<String, Json.Obj> kept = new ConcurrentHashMap<>();
    private final Deque<Supplier<Json.Obj>> waiting = new ArrayDeque<>();
    private Optional<LogFile> file = Optional.empty();
    private String lastHash = EntryHash.FIRST;
    private long entries;
    private int turn;
    private boolean conversing;
    private boolean forgetful;
    private Instant lastTime = Instant.EPOCH;
    private List<Entry> remembered = new ArrayList<>();

    private SessionLog(StatePaths state, SessionId id, InstantSource clock) {
        this.state = state;
        this.id = id;
        this.clock = clock;
    }

    /// A session that may end without a trace.
    public static SessionLog passing(StatePaths state, SessionId id, InstantSource clock) {
        return new SessionLog(state, id, clock);
    }

    /// Continues a session, or starts it under this name.
    public static SessionLog named(StatePaths state, SessionId id, InstantSource clock)
            throws IOException {
        var log = new SessionLog(state, id, clock);
        log.open();
        return log;
    }

    public String id() {
        return id.value();
    }

    /// The turn that calls belong to now. Without a model every call is a turn of its own.
    public synchronized int turn() {
        return turn;
    }

    /// Whether there is a file.
    public synchronized boolean isRecorded() {
        return file.isPresent();
    }

    private synchronized void open() throws IOException {
        if (file.isPresent()) {
            return;
        }
        state.ensure(state.sessions());
        LogFile log = LogFile.open(state.sessions().resolve(id.value() + ".jsonl"));
        file = Optional.of(log);
        long ticket = resume(log);
        for (Supplier<Json.Obj> entry : waiting) {
            ticket = put(log, entry.get());
        }
        waiting.clear();
        if (forgetful) {
            for (Map.Entry<String, Json.Obj> it : kept.entrySet()) {
                ticket = put(log, keptEntry(it.getKey(), it.getValue()));
            }
        }
        log.awaitDurable(ticket);
    }

    /// Learns from the log what the session kept, and closes calls that a crash left open: they are
    /// never run again.
    private long resume(LogFile log) throws IOException {
        Map<String, String> open = new LinkedHashMap<>();
        for (String line : log.lines()) {
            Json.Obj json = read(line);
            lastHash = json.text("hash").orElse(lastHash);
            entries++;
            Entry entry = EntryJson.read(json);
            remembered.add(entry);
            lastTime = entry.at();
            switch (entry.body()) {
                case Entry.User _ -> beginTurn();
                case Entry.Assistant said ->
                        new Message.Assistant(said.parts())
                                .calls()
                                .forEach(it -> open.put(it.callId(), NEVER_STARTED));
                case Entry.Called call -> {
                    turn += conversing ? 0 : 1;
                    open.put(call.callId(), INTERRUPTED);
                }
                case Entry.Result result -> open.remove(result.callId());
                case Entry.Kept it -> kept.put(it.name(), it.value());
                case Entry.Decided _,
                        Entry.Spent _,
                        Entry.Summary _,
                        Entry.Titled _,
                        Entry.Forked _,
                        Entry.Rewound _,
                        Entry.Undone _,
                        Entry.Unknown _ -> {}
            }
        }
        long ticket = 0;
        for (Map.Entry<String, String> call : open.entrySet()) {
            Json.Obj ended = interrupted(call.getKey(), call.getValue());
            ticket = put(log, ended);
            Entry result = EntryJson.read(ended);
            remembered.add(new Entry(entries, entries - 1, result.at(), result.body()));
        }
        return ticket;
    }

    private void beginTurn() {
        turn += 1;
        conversing = true;
    }

    private static Json.Obj read(String line) {
        try {
            return JsonText.parseObject(line);
        } catch (JsonSyntaxException _) {
            return Json.Obj.EMPTY;
        }
    }

    private Json.Obj interrupted(String callId, String why) {
        Json.Obj result =
                Json.Obj.EMPTY
                        .with("type", "error")
                        .with("error_text", why)
                        .with(
                                "metadata",
                                Json.Obj.EMPTY
                                        .with("duration_ms", Json.Num.of(0))
                                        .with("code", ErrorCode.INTERRUPTED.wire()));
        return entry("result", now()).with("call_id", callId).with("result", result);
    }

    /// Later than every time before, so that a time says which entry is meant.
    private synchronized Instant now() {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        lastTime = now.isAfter(lastTime) ? now : lastTime.plus(1, ChronoUnit.MICROS);
        return lastTime;
    }

    private static Json.Obj entry(String role, Instant at) {
        return Json.Obj.EMPTY.with("role", role).with("ts", at.toString());
    }

    /// Puts an entry into the file, chained to the one before.
    private synchronized long put(LogFile log, Json.Obj entry) throws IOException {
        Json.Obj numbered =
                entry.with("id", Json.Num.of(entries + 1)).with("parent", Json.Num.of(entries));
        String hash = EntryHash.of(lastHash, numbered);
        long ticket = log.put(JsonText.write(numbered.with("hash", hash)));
        lastHash = hash;
        entries++;
        return ticket;
    }

    /// Writes to the file if there is one, and waits for the disk; else holds the entry until there
    /// is one. What is only held is not even put into words.
    private void record(Supplier<Json.Obj> entry) throws IOException {
        LogFile log;
        long ticket;
        synchronized (this) {
            if (file.isEmpty()) {
                hold(entry);
                return;
            }
            log = file.get();
            ticket = put(log, entry.get());
        }
        log.awaitDurable(ticket);
    }

    /// A session may go on for long without leaving a trace; then its oldest entries are let go.
    private void hold(Supplier<Json.Obj> entry) {
        if (waiting.size() == MOST_WAITING) {
            waiting.removeFirst();
            forgetful = true;
        }
        waiting.addLast(entry);
    }

    @Override
    public void intent(ToolCall call, Prepared<?> prepared) throws IOException {
        synchronized (this) {
            turn += conversing ? 0 : 1;
        }
        Instant now = now();
        record(() ->
                entry("call", now)
                        .with("call_id", call.callId())
                        .with("tool", prepared.toolId())
                        .with("args", prepared.arguments()));
        if (prepared.touches().stream().anyMatch(it -> leavesATrace(it.capability()))) {
            open();
        }
    }

    private static boolean leavesATrace(Capability capability) {
        return switch (capability) {
            case FS_WRITE, SHELL_RUN, NET_FETCH -> true;
            case FS_READ, NONE -> false;
        };
    }

    @Override
    public void decision(ToolCall call, Gates.Decision decision) throws IOException {
        Instant now = now();
        record(() -> decided(call, decision, now));
    }

    private static Json.Obj decided(ToolCall call, Gates.Decision decision, Instant at) {
        List<Json> said = new ArrayList<>();
        for (Gates.Judged judged : decision.judged()) {
            said.add(verdict(judged));
        }
        Json.Obj outcome =
                entry("decision", at)
                        .with("call_id", call.callId())
                        .with("gates", new Json.Arr(said))
                        .with("allowed", new Json.Bool(decision.denied().isEmpty()));
        return decision.answer()
                .map(it -> outcome.with("answer", it.name().toLowerCase(Locale.ROOT)))
                .orElse(outcome);
    }

    private static Json verdict(Gates.Judged judged) {
        return Json.Obj.EMPTY
                .with("gate", judged.gate())
                .with("says", judged.verdict().says())
                .with("why", judged.verdict().why());
    }

    @Override
    public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope)
            throws IOException {
        Instant now = now();
        record(() -> read(ended(call, tool, envelope, now), envelope));
    }

    private static Json.Obj ended(
            ToolCall call, Optional<DialectTool> tool, Envelope envelope, Instant at) {
        ToolCategory category = tool.map(it -> it.spec().category()).orElse(ToolCategory.CUSTOM);
        return entry("result", at)
                .with("call_id", call.callId())
                .with("tool", tool.map(it -> it.spec().id()).orElse(call.tool()))
                .with("category", category.wire())
                .with("failed", new Json.Bool(envelope.failed()))
                .with("duration_ms", Json.Num.of(envelope.took().toMillis()))
                .with("result", EnvelopeJson.write(envelope));
    }

    /// What a model read goes into the log only where there is a model.
    private synchronized Json.Obj read(Json.Obj ended, Envelope envelope) {
        if (!conversing) {
            return ended;
        }
        Json.Obj read = ended.with("text", ModelText.of(envelope));
        List<Part.Media> media = CallMedia.of(envelope);
        return media.isEmpty() ? read : read.with("media", PartJson.write(media));
    }

    /// The branch of entries the session goes on from, once: whoever asks takes them along.
    public synchronized List<Entry> takeEntries() {
        List<Entry> branch = Branch.of(remembered);
        remembered = new ArrayList<>();
        return branch;
    }

    /// Writes down what was said to the model, and begins a turn.
    public Entry said(Entry.User said) throws IOException {
        synchronized (this) {
            beginTurn();
        }
        return recorded("user", EntryJson.user(said), said);
    }

    /// Writes down what the model answered.
    public Entry answered(Entry.Assistant answer) throws IOException {
        return recorded("assistant", EntryJson.assistant(answer), answer);
    }

    /// Writes down what a request took.
    public Entry spent(Entry.Spent spent) throws IOException {
        return recorded("usage", EntryJson.spent(spent), spent);
    }

    /// Writes down what stands for earlier entries.
    public Entry summarized(Entry.Summary summary) throws IOException {
        return recorded("compaction", EntryJson.summary(summary), summary);
    }

    private Entry recorded(String role, Json.Obj fields, Entry.Body body) throws IOException {
        open();
        Instant at = now();
        Json.Obj line = entry(role, at);
        for (Map.Entry<String, Json> field : fields.fields().entrySet()) {
            line = line.with(field.getKey(), field.getValue());
        }
        LogFile log;
        long ticket;
        long number;
        synchronized (this) {
            log = file.orElseThrow();
            ticket = put(log, line);
            number = entries;
        }
        log.awaitDurable(ticket);
        return new Entry(number, number - 1, at, body);
    }

    @Override
    public Optional<Json.Obj> recall(String name) {
        return Optional.ofNullable(kept.get(name));
    }

    @Override
    public void keep(String name, Json.Obj value) throws IOException {
        Json.Obj entry = keptEntry(name, value);
        record(() -> entry);
        kept.put(name, value);
    }

    private Json.Obj keptEntry(String name, Json.Obj value) {
        return entry("kept", clock.instant()).with("name", name).with("value", value);
    }

    @Override
    public synchronized void close() {
        file.ifPresent(LogFile::close);
    }
}
