package dev.deft.agent.session;

import dev.deft.json.Json;
import dev.deft.output.Mask;
import dev.deft.run.DialectTool;
import dev.deft.run.Gates;
import dev.deft.run.Journal;
import dev.deft.run.ModelText;
import dev.deft.run.Prepared;
import dev.deft.run.SessionMemory;
import dev.deft.run.ToolCall;
import dev.deft.state.FileLocks;
import dev.deft.state.StatePaths;
import dev.deft.tool.Capability;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// The log of one session: what was said, called, decided, kept and answered.
///
/// A passing session, which nobody gave a name, has no file until it does something that leaves a
/// trace outside; asking for the time litters no directory.
public final class SessionLog implements Journal, SessionMemory, AutoCloseable {

    private static final int MOST_WAITING = 1_000;

    /// So many entries at most are read again where a process was killed.
    private static final int MARKED_EVERY = 10_000;

    /// Kept where a log needs a first entry and has none yet.
    private static final String BEGUN = "deft.session";

    private final StatePaths state;
    private final FileLocks locks;
    private final SessionOwner owner;
    private final SessionId id;
    private boolean named;
    private final EntryClock clock;
    private final Map<String, Json.Obj> kept = new ConcurrentHashMap<>();
    private final Deque<Supplier<Json.Obj>> waiting = new ArrayDeque<>();
    private Optional<EntryChain> chain = Optional.empty();
    private final TurnCount turns = new TurnCount();
    private volatile BiFunction<Optional<DialectTool>, Envelope, String> reading =
            (_, envelope) -> ModelText.of(envelope);
    private final Set<String> started = ConcurrentHashMap.newKeySet();
    private volatile Mask mask = Mask.BY_LOOK;
    private boolean forgetful;

    private SessionLog(
            StatePaths state,
            FileLocks locks,
            SessionOwner owner,
            SessionId id,
            InstantSource clock,
            boolean named) {
        this.state = state;
        this.locks = locks;
        this.owner = owner;
        this.named = named;
        this.id = id;
        this.clock = new EntryClock(clock);
    }

    /// A session that may end without a trace.
    public static SessionLog passing(
            StatePaths state,
            FileLocks locks,
            SessionOwner owner,
            SessionId id,
            InstantSource clock) {
        return new SessionLog(state, locks, owner, id, clock, false);
    }

    /// Continues a session, or starts it under this name.
    ///
    /// @throws IOException when another process has the session; it says who
    public static SessionLog named(
            StatePaths state,
            FileLocks locks,
            SessionOwner owner,
            SessionId id,
            InstantSource clock)
            throws IOException {
        var log = new SessionLog(state, locks, owner, id, clock, true);
        log.open();
        return log;
    }

    public String id() {
        return id.value();
    }

    /// The turn that calls belong to now. Without a model every call is a turn of its own.
    public synchronized int turn() {
        return turns.turns();
    }

    /// Whether there is a file.
    public synchronized boolean isRecorded() {
        return chain.isPresent();
    }

    private synchronized EntryChain open() throws IOException {
        if (chain.isPresent()) {
            return chain.get();
        }
        state.ensure(state.sessions());
        EntryChain opened = EntryChain.open(locks, state.sessions(), owner, id, clock);
        try {
            if (named && opened.isNewHere()) {
                new StrangeDirectory(state, id).setAside();
            }
            resume(opened);
            chain = Optional.of(opened);
            return opened;
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    /// Takes up what the log tells, closes calls that a crash left open, and writes down what was
    /// held so far.
    private void resume(EntryChain opened) throws IOException {
        LogState past = opened.state();
        Optional<EntryChain.Place> last = Optional.empty();
        for (LogState.OpenCall call : past.open()) {
            last = Optional.of(opened.put(CallWords.interrupted(call, clock.now())));
        }
        for (Supplier<Json.Obj> entry : held()) {
            last = Optional.of(opened.put(masked(entry.get())));
        }
        if (last.isPresent()) {
            opened.await(last.get());
        }
        waiting.clear();
        turns.startAt(turns.turns() + past.turns(), turns.conversing() || past.conversing());
        past.kept().forEach(kept::putIfAbsent);
        if (named && past.isForeign()) {
            opened.markAnyway();
        }
    }

    /// What waits for a file; where some of it was let go, also all that is kept.
    private List<Supplier<Json.Obj>> held() {
        List<Supplier<Json.Obj>> held = new ArrayList<>(waiting);
        if (forgetful) {
            kept.forEach((name, value) -> held.add(() -> kept(name, value, clock.now())));
        }
        return held;
    }

    /// Writes to the file if there is one; else holds the entry until there is one. What is only
    /// held is not even put into words.
    private synchronized Optional<EntryChain.Place> put(Supplier<Json.Obj> entry)
            throws IOException {
        if (chain.isPresent()) {
            return Optional.of(chain.get().put(masked(entry.get())));
        }
        // A session may go on for long without leaving a trace; then its oldest entries are let go.
        if (waiting.size() == MOST_WAITING) {
            waiting.removeFirst();
            forgetful = true;
        }
        waiting.addLast(entry);
        return Optional.empty();
    }

    private void putAndAwait(Supplier<Json.Obj> entry) throws IOException {
        Optional<EntryChain.Place> place = put(entry);
        if (place.isPresent()) {
            EntryChain log = open();
            log.await(place.get());
            if (named && place.get().id() % MARKED_EVERY == 0) {
                log.mark();
            }
        }
    }

    /// Does not wait for the disk: an intent or a result follows at once, and does.
    @Override
    public void decision(ToolCall call, Gates.Decision decision) throws IOException {
        Instant now = clock.now();
        put(() -> CallWords.decision(call, decision, now));
    }

    @Override
    public void again(ToolCall call, Gates.Decision decision) throws IOException {
        Instant now = clock.now();
        putAndAwait(() -> CallWords.decision(call, decision, now));
    }

    @Override
    public void intent(ToolCall call, Prepared<?> prepared) throws IOException {
        synchronized (this) {
            turns.began(call.callId());
        }
        Instant now = clock.now();
        putAndAwait(() -> CallWords.intent(call, prepared, now));
        started.add(call.callId());
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
    public void result(ToolCall call, Optional<DialectTool> tool, Envelope envelope)
            throws IOException {
        boolean conversing;
        synchronized (this) {
            turns.ended(call.callId());
            conversing = turns.conversing();
        }
        Instant now = clock.now();
        boolean ran = started.remove(call.callId());
        putAndAwait(() -> {
            Json.Obj known = CallWords.result(call, tool, envelope, now);
            Json.Obj ended = ran ? known : CallWords.refused(known, call);
            // What a model read goes into the log only where there is a model.
            return conversing
                    ? CallWords.read(ended, reading.apply(tool, envelope), envelope)
                    : ended;
        });
    }

    /// Says which secrets are hidden in what is written down.
    public void masking(Mask hiding) {
        mask = hiding;
    }

    public Mask mask() {
        return mask;
    }

    /// What is kept is not masked: it must come back as it was.
    private Json.Obj masked(Json.Obj entry) {
        return entry.text("role").orElse("").equals("kept") ? entry : mask.json(entry);
    }

    /// Says what a model reads of a result, where that is not the plain text.
    public void readAs(BiFunction<Optional<DialectTool>, Envelope, String> dialect) {
        reading = dialect;
    }

    /// The entries the session goes on from, as far as no summary stands for them.
    public synchronized List<Entry> entries() throws IOException {
        return chain.isPresent() ? chain.get().entries() : List.of();
    }

    /// What a person should know about the log: that it was altered, or is not theirs.
    public synchronized List<String> told() {
        return chain.isPresent() ? chain.get().told() : List.of();
    }

    /// What tells this log from another of the same name; nothing while there is no entry.
    public synchronized Optional<String> birth() {
        return chain.map(EntryChain::birth).filter(it -> !it.isEmpty());
    }

    /// Makes sure that there is a first entry.
    ///
    /// @return what tells this log from another of the same name
    public String begin() throws IOException {
        EntryChain log = open();
        if (log.birth().isEmpty()) {
            keep(BEGUN, Json.Obj.EMPTY);
        }
        return log.birth();
    }

    /// Accepts all that is in the log as the user's own.
    public Entry adopted() throws IOException {
        Entry entry = recorded(ForeignEntries.ADOPTED, Json.Obj.EMPTY, new Entry.Adopted());
        new StrangeDirectory(state, id).putBack();
        return entry;
    }

    /// Removes all that the session has besides its log. What is still to come of it is not marked.
    public void forget() throws IOException {
        new StrangeDirectory(state, id).remove();
        owner.forget(id);
        named = false;
    }

    /// Writes down what was said to the model, and begins a turn.
    public Entry said(Entry.User said) throws IOException {
        beginTurn();
        return recorded("user", EntryJson.user(said), said);
    }

    /// Writes down what was said and how the run begins that answers it, and waits for the disk
    /// once.
    public Entry said(Entry.User said, Entry.Told begun) throws IOException {
        beginTurn();
        EntryChain log = open();
        Entry first = put(log, "user", EntryJson.user(said), said).entry();
        log.await(put(log, "event", EntryJson.told(begun), begun).place());
        return first;
    }

    private synchronized void beginTurn() {
        turns.said();
    }

    /// Writes down what onlookers are told and no other entry says.
    public Entry told(Entry.Told told) throws IOException {
        return recorded("event", EntryJson.told(told), told);
    }

    /// Writes down what the model answered.
    public Entry answered(Entry.Assistant answer) throws IOException {
        return recorded("assistant", EntryJson.assistant(answer), answer);
    }

    /// Writes down what the model answered and what that took, and waits for the disk once.
    public Entry answered(Entry.Assistant answer, Entry.Spent spent) throws IOException {
        EntryChain log = open();
        Entry first = put(log, "assistant", EntryJson.assistant(answer), answer).entry();
        log.await(put(log, "usage", EntryJson.spent(spent), spent).place());
        return first;
    }

    /// Writes down what a request took.
    public Entry spent(Entry.Spent spent) throws IOException {
        return recorded("usage", EntryJson.spent(spent), spent);
    }

    /// Writes down what stands for earlier entries.
    public Entry summarized(Entry.Summary summary) throws IOException {
        Entry entry = recorded("compaction", EntryJson.summary(summary), summary);
        // A session that sums up is long; whoever is killed in it should not have to read it all.
        open().mark();
        return entry;
    }

    /// Writes down what the session is called from here on.
    public Entry titled(String title) throws IOException {
        return recorded("title", Json.Obj.EMPTY.with("title", title), new Entry.Titled(title));
    }

    /// Writes down that files were put back, or forward again.
    public Entry undone(Entry.Undone undone) throws IOException {
        return recorded("undo", EntryJson.undone(undone), undone);
    }

    /// Goes on from an earlier entry. What came after it stays in the log and no longer counts.
    ///
    /// @param to the id of an entry, or 0 for the beginning
    public Entry rewound(long to) throws IOException {
        EntryChain log = open();
        Instant at = clock.now();
        EntryChain.Place place =
                log.put(CallWords.entry("rewind", at).with("to", Json.Num.of(to)), to);
        log.await(place);
        return new Entry(place.id(), to, at, new Entry.Rewound(to));
    }

    private Entry recorded(String role, Json.Obj fields, Entry.Body body) throws IOException {
        EntryChain log = open();
        Written written = put(log, role, fields, body);
        log.await(written.place());
        return written.entry();
    }

    private Written put(EntryChain log, String role, Json.Obj fields, Entry.Body body)
            throws IOException {
        Instant at = clock.now();
        Map<String, Json> line = new LinkedHashMap<>(CallWords.entry(role, at).fields());
        line.putAll(fields.fields());
        EntryChain.Place place = log.put(masked(new Json.Obj(line)));
        return new Written(place, new Entry(place.id(), place.parent(), at, body));
    }

    /// An entry, and where it stands in the file.
    private record Written(EntryChain.Place place, Entry entry) {}

    @Override
    public Optional<Json.Obj> recall(String name) {
        return Optional.ofNullable(kept.get(name));
    }

    @Override
    public void keep(String name, Json.Obj value) throws IOException {
        Json.Obj entry = kept(name, value, clock.now());
        putAndAwait(() -> entry);
        kept.put(name, value);
    }

    private static Json.Obj kept(String name, Json.Obj value, Instant at) {
        return CallWords.entry(EntryJson.roleOf(name), at).with("name", name).with("value", value);
    }

    @Override
    public synchronized void close() throws IOException {
        if (chain.isPresent()) {
            if (named) {
                chain.get().mark();
            }
            chain.get().close();
        }
    }
}
