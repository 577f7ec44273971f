package dev.deft.undo;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.ChangeRecorder;
import dev.deft.os.FileChange;
import dev.deft.os.FileState;
import dev.deft.os.StateDirectory;
import dev.deft.os.Workspace;
import dev.deft.undo.Event.FileStep;
import dev.deft.undo.Event.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Every change one session made to files, to be taken back and done again.
///
/// Turns are undone from the last to the first and done again from the first to the last; a single
/// file likewise, change by change. A file that is not as the session left it is a
/// [ErrorCode#CONFLICT] and nothing changes. Several processes may use the store of one session.
public final class UndoStore {

    /// How much a session keeps unless told otherwise.
    public static final long MOST_BYTES = 256L << 20;

    private final Workspace workspace;
    private final UndoLog log;
    private final Contents contents;
    private final long mostBytes;
    private final Consumer<String> notices;

    /// @param notices is told when something can no longer be undone
    public UndoStore(
            Workspace workspace, String sessionId, long mostBytes, Consumer<String> notices) {
        StateDirectory home = workspace.state("sessions/" + sessionId + "/undo");
        this.workspace = workspace;
        this.log = new UndoLog(home);
        this.contents = new Contents(home.child("contents"));
        this.mostBytes = mostBytes;
        this.notices = notices;
    }

    /// Records the changes of one call.
    public ChangeRecorder recorder(String callId, int turn) {
        return new CallRecorder(this, callId, turn);
    }

    /// Undoes the last turn that is in force.
    public Restored undoTurn() throws IOException, InterruptedException {
        History history = log.history();
        int turn = history.lastTurnInForce().orElseThrow(() -> nothing("undo"));
        return undo(history, history.ofTurn(turn, FileStanding.IN_FORCE));
    }

    /// Does the first undone turn again.
    public Restored redoTurn() throws IOException, InterruptedException {
        History history = log.history();
        int turn = history.firstTurnUndone().orElseThrow(() -> nothing("redo"));
        return redo(history, history.ofTurn(turn, FileStanding.UNDONE));
    }

    /// Undoes the last change of a file; of a move, both halves.
    public Restored undoFile(String path) throws IOException, InterruptedException {
        History history = log.history();
        return undo(history, history.lastInForce(workspace.display(path)));
    }

    /// Does the first undone change of a file again; of a move, both halves.
    public Restored redoFile(String path) throws IOException, InterruptedException {
        History history = log.history();
        return redo(history, history.firstUndone(workspace.display(path)));
    }

    /// Every turn that changed files, in order.
    public List<TurnChanges> turns() throws IOException {
        History history = log.history();
        var turns = new LinkedHashMap<Integer, List<TurnChanges.File>>();
        List<Event.Changed> changes = history.changes();
        for (int i = 0; i < changes.size(); i++) {
            Event.Changed change = changes.get(i);
            for (FileStep file : change.files()) {
                FileStanding standing = history.standing(new Item(i, file.path()));
                turns.computeIfAbsent(change.turn(), _ -> new ArrayList<>())
                        .add(new TurnChanges.File(file.path(), change.call(), standing));
            }
        }
        for (Event.Unkept one : history.unkept()) {
            turns.computeIfAbsent(one.turn(), _ -> new ArrayList<>())
                    .add(new TurnChanges.File(one.path(), one.call(), FileStanding.DROPPED));
        }
        return turns.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(it -> new TurnChanges(it.getKey(), it.getValue()))
                .toList();
    }

    /// What a turn did to each file, whether it is in force or not.
    public List<FileChange> diff(int turn) throws IOException {
        History history = log.history();
        return loaded(
                history.net((Item it) ->
                        history.turn(it) == turn && history.standing(it) != FileStanding.DROPPED));
    }

    /// What is left of all that the session did to each file.
    public List<FileChange> diff() throws IOException {
        History history = log.history();
        return loaded(
                history.net((Item it) -> history.standing(it) == FileStanding.IN_FORCE).stream()
                        .filter(it -> !it.before().content().equals(it.after().content()))
                        .toList());
    }

    private List<FileChange> loaded(List<FileStep> steps) throws HostException {
        var changes = new ArrayList<FileChange>();
        for (FileStep step : steps) {
            changes.add(new FileChange(step.path(), state(step.before()), state(step.after())));
        }
        return changes;
    }

    private Restored undo(History history, List<Item> items)
            throws IOException, InterruptedException {
        if (items.isEmpty()) {
            throw nothing("undo");
        }
        restore(
                history.net(items).stream()
                        .map(it -> new FileStep(it.path(), it.after(), it.before()))
                        .toList());
        log.append(new Event.Undone(items));
        return restored(history, items);
    }

    private Restored redo(History history, List<Item> items)
            throws IOException, InterruptedException {
        if (items.isEmpty()) {
            throw nothing("redo");
        }
        restore(history.net(items));
        log.append(new Event.Redone(items));
        return restored(history, items);
    }

    private static Restored restored(History history, List<Item> items) {
        return new Restored(
                history.turn(items.getFirst()),
                items.stream().map(Item::path).distinct().sorted().toList());
    }

    private static HostException nothing(String what) {
        return new HostException(
                ErrorCode.NOT_FOUND,
                "There is nothing to %s: this session has no such change.".formatted(what));
    }

    /// Takes every file from one side to the other. One that is there already, since a crash cut
    /// the last attempt short, is left alone.
    private void restore(List<FileStep> steps) throws IOException, InterruptedException {
        var from = new LinkedHashMap<String, FileState>();
        var to = new LinkedHashMap<String, FileState>();
        for (FileStep step : steps) {
            from.put(step.path(), state(step.before()));
            to.put(step.path(), state(step.after()));
        }
        workspace.change(
                List.copyOf(to.keySet()),
                current -> {
                    requireKnown(current, from, to);
                    return to;
                },
                ChangeRecorder.NONE);
    }

    private static void requireKnown(
            Map<String, FileState> current, Map<String, FileState> from, Map<String, FileState> to)
            throws HostException {
        List<String> foreign =
                to.keySet().stream()
                        .filter(it -> !same(current, from, it) && !same(current, to, it))
                        .toList();
        if (!foreign.isEmpty()) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "Nothing was changed: %s changed since this session did. Undo later changes first, or restore the file by hand."
                            .formatted(String.join(", ", foreign)));
        }
    }

    private static boolean same(
            Map<String, FileState> current, Map<String, FileState> other, String path) {
        return content(current, path).equals(content(other, path));
    }

    private static Optional<Bytes> content(Map<String, FileState> states, String path) {
        return states.getOrDefault(path, FileState.ABSENT).content();
    }

    private FileState state(Side side) throws HostException {
        return side.isAbsent()
                ? FileState.ABSENT
                : new FileState(
                        Optional.of(contents.get(side.content().get())), side.permissions());
    }

    long mostBytes() {
        return mostBytes;
    }

    /// Keeps the contents and appends the change.
    ///
    /// @return takes the change out of the log again
    synchronized ChangeRecorder.Receipt record(int turn, String callId, List<FileChange> changes)
            throws IOException {
        if (changes.isEmpty()) {
            return () -> {};
        }
        if (changes.stream().mapToLong(UndoStore::size).sum() > mostBytes) {
            for (FileChange change : changes) {
                recordUnkept(turn, callId, change.path(), size(change));
            }
            return () -> {};
        }
        var files = new ArrayList<FileStep>();
        for (FileChange change : changes) {
            files.add(new FileStep(change.path(), kept(change.before()), kept(change.after())));
        }
        int number = log.append(new Event.Changed(turn, callId, files));
        makeRoom(number);
        return () -> log.append(new Event.Dropped(List.of(number)));
    }

    private static long size(FileChange change) {
        return Stream.of(change.before(), change.after())
                .flatMap(it -> it.content().stream())
                .mapToLong(Bytes::size)
                .sum();
    }

    private Side kept(FileState state) throws HostException {
        return state.content().isEmpty()
                ? new Side(Optional.empty(), state.permissions())
                : new Side(Optional.of(contents.keep(state.content().get())), state.permissions());
    }

    void recordUnkept(int turn, String callId, String path, long size) throws IOException {
        log.append(new Event.Unkept(turn, callId, path, size));
        notices.accept(
                "The change of %s cannot be undone: its %d bytes do not fit into the undo store."
                        .formatted(path, size));
    }

    /// Drops the oldest changes until the rest fits; the newest one stays.
    private void makeRoom(int newest) throws IOException {
        History history = log.history();
        if (size(history) <= mostBytes) {
            return;
        }
        List<Integer> kept = IntStream.range(0, newest).filter(history::isKept).boxed().toList();
        var dropped = new ArrayList<Integer>();
        for (int number : kept) {
            dropped.add(number);
            history.apply(new Event.Dropped(List.of(number)));
            if (size(history) <= mostBytes) {
                break;
            }
        }
        log.append(new Event.Dropped(dropped));
        contents.retain(history.contents());
        notices.accept(
                "The %d oldest changes can no longer be undone: the undo store of the session is full (%d bytes)."
                        .formatted(dropped.size(), mostBytes));
    }

    private static long size(History history) {
        return history.contents().stream().mapToLong(Contents::size).sum();
    }
}
