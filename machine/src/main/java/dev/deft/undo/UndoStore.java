package dev.deft.undo;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.os.state.StateDirectory;
import dev.deft.undo.UndoEvent.FileStep;
import dev.deft.undo.UndoEvent.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;

/// Stores every change a session made to files, to undo and redo it.
///
/// Turns are undone from the last to the first and redone from the first to the last; a single file
/// likewise, change by change. If a file was changed by someone else, undo and redo fail with
/// [ErrorCode#CONFLICT] and nothing changes. Several processes may use the store of one session.
public final class UndoStore {

    /// The default size limit of the store of a session.
    public static final long MOST_BYTES = 256L << 20;

    private final WorkspaceTree workspace;
    private final UndoLog log;
    private final ChangeRecording recording;
    private final Restorer restoring;

    /// Which part of its limit the store may have in its log, where nothing is dropped.
    private static final int LOG_SHARE = 64;

    /// @param notices receives a message when a change can no longer be undone
    public UndoStore(
            WorkspaceTree workspace, String sessionId, long mostBytes, Consumer<String> notices) {
        this(workspace, sessionId, mostBytes, mostBytes / LOG_SHARE, notices);
    }

    /// @param mostInLog how many bytes of contents may be in the log
    UndoStore(
            WorkspaceTree workspace,
            String sessionId,
            long mostBytes,
            long mostInLog,
            Consumer<String> notices) {
        StateDirectory home = workspace.state("sessions/" + sessionId + "/undo");
        this.workspace = workspace;
        this.log = new UndoLog(home);
        var contents = new ContentStore(home.child("contents"), log, mostInLog);
        this.recording = new ChangeRecording(log, contents, mostBytes, notices);
        this.restoring = new Restorer(workspace, contents);
    }

    /// Records the changes of one call.
    public ChangeRecorder recorder(String callId, int turn) {
        return new CallRecorder(recording, callId, turn);
    }

    /// Undoes the last turn that is in force.
    public Restored undoTurn() throws IOException, InterruptedException {
        History history = log.history();
        int turn = history.lastTurnInForce().orElseThrow(() -> nothing("undo"));
        return undo(history, history.ofTurn(turn, UndoState.IN_FORCE));
    }

    /// Redoes the first undone turn.
    public Restored redoTurn() throws IOException, InterruptedException {
        History history = log.history();
        int turn = history.firstTurnUndone().orElseThrow(() -> nothing("redo"));
        return redo(history, history.ofTurn(turn, UndoState.UNDONE));
    }

    /// Undoes the last change of a file; if it is a move, both paths.
    public Restored undoFile(String path) throws IOException, InterruptedException {
        History history = log.history();
        List<Item> items = history.lastInForce(path);
        return undo(
                history, items.isEmpty() ? history.lastInForce(workspace.display(path)) : items);
    }

    /// Redoes the first undone change of a file; if it is a move, both paths.
    public Restored redoFile(String path) throws IOException, InterruptedException {
        History history = log.history();
        List<Item> items = history.firstUndone(path);
        return redo(
                history, items.isEmpty() ? history.firstUndone(workspace.display(path)) : items);
    }

    /// Every turn that changed files, in order.
    public List<TurnChanges> turns() throws IOException {
        History history = log.history();
        var turns = new LinkedHashMap<Integer, List<TurnChanges.File>>();
        List<UndoEvent.Changed> changes = history.changes();
        for (int i = 0; i < changes.size(); i++) {
            UndoEvent.Changed change = changes.get(i);
            for (FileStep file : change.files()) {
                UndoState standing = history.standing(new Item(i, file.path()));
                turns.computeIfAbsent(change.turn(), _ -> new ArrayList<>())
                        .add(new TurnChanges.File(file.path(), change.call(), standing));
            }
        }
        for (UndoEvent.TooLarge one : history.tooLarge()) {
            turns.computeIfAbsent(one.turn(), _ -> new ArrayList<>())
                    .add(new TurnChanges.File(one.path(), one.call(), UndoState.DROPPED));
        }
        return turns.entrySet().stream()
                .sorted((a, b) -> Integer.compare(a.getKey(), b.getKey()))
                .map(it -> new TurnChanges(it.getKey(), it.getValue()))
                .toList();
    }

    /// The effect of a turn on each file, whether it is in force or not.
    public List<FileChange> diff(int turn) throws IOException {
        History history = log.history();
        return restoring.loaded(
                history.net((Item it) ->
                        history.turn(it) == turn && history.standing(it) != UndoState.DROPPED));
    }

    /// The combined effect of all changes in force on each file.
    public List<FileChange> diff() throws IOException {
        History history = log.history();
        return restoring.loaded(
                history.net((Item it) -> history.standing(it) == UndoState.IN_FORCE).stream()
                        .filter(it -> !it.before().equals(it.after()))
                        .toList());
    }

    private Restored undo(History history, List<Item> items)
            throws IOException, InterruptedException {
        if (items.isEmpty()) {
            throw nothing("undo");
        }
        restoring.restore(
                history.net(items).stream()
                        .map(it -> new FileStep(it.path(), it.after(), it.before()))
                        .toList(),
                history.directories(items));
        log.append(new UndoEvent.Undone(items));
        return restored(history, items);
    }

    private Restored redo(History history, List<Item> items)
            throws IOException, InterruptedException {
        if (items.isEmpty()) {
            throw nothing("redo");
        }
        restoring.restore(history.net(items), List.of());
        log.append(new UndoEvent.Redone(items));
        return restored(history, items);
    }

    private static Restored restored(History history, List<Item> items) {
        int turn = history.turn(items.getFirst());
        return new Restored(
                turn,
                items.stream().map(Item::path).distinct().sorted().toList(),
                history.tooLarge().stream()
                        .filter(it -> it.turn() == turn)
                        .map(UndoEvent.TooLarge::path)
                        .distinct()
                        .sorted()
                        .toList());
    }

    private static HostException nothing(String what) {
        return new HostException(
                ErrorCode.NOT_FOUND, "There is nothing to %s in this session.".formatted(what));
    }
}
