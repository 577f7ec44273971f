package dev.deft.server.api.session;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionExistsException;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.TurnCount;
import dev.deft.engine.SessionFiles;
import dev.deft.engine.Workspace;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.live.SessionView;
import dev.deft.server.store.SessionRef;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.undo.Restored;
import dev.deft.undo.TurnChanges;
import dev.deft.undo.UndoState;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// What a session changed, and how it is taken back.
final class ChangeRoutes {

    private static final String TAG = "changes";

    private final LiveSessions live;
    private final SessionAddress address;
    private final InstantSource clock;
    private final RandomGenerator random;

    ChangeRoutes(LiveSessions live, InstantSource clock, RandomGenerator random) {
        this.live = live;
        this.address = new SessionAddress(live);
        this.clock = clock;
        this.random = random;
    }

    /// One turn.
    record TurnView(
            int turn,
            @Doc("The entry of its message; 0 if it has none") long entry,
            String message,
            String at,
            @Doc("The files it changed") List<String> files,
            @Doc("Whether its changes are taken back") boolean undone) {}

    /// Changes of files.
    record DiffView(@Doc("A unified diff") String diff, List<FileDiff> files) {}

    /// What is to be undone or redone.
    record UndoOrder(
            @Doc("One file, relative to the workspace; absent for the last turn")
                    @Bounds(min = 1, max = 4096)
                    Optional<String> file) {}

    /// What was undone or redone.
    record UndoView(int turn, List<String> files) {}

    /// What a rewind would take back.
    record RewindPreview(
            @Doc("The entry that it goes on from") long entry,
            @Doc("The last turn that stays") int turn,
            String message,
            String diff,
            List<String> files) {}

    /// Where to go back to.
    record RewindOrder(
            @Doc(
                            "A message, which is taken back with all that follows; or another"
                                    + " entry, which stays as the last one")
                    long entry,
            @Doc("Whether the changes of files are taken back too") boolean files) {}

    /// What was taken back.
    record RewindView(@Doc("The entry that it goes on from") long entry, List<UndoView> undone) {}

    /// A copy to make.
    record ForkOrder(
            @Doc("The last entry to copy; absent for all") Optional<Long> entry,
            @Doc("The id of the copy") @Bounds(min = 1, max = 128) Optional<String> id) {}

    List<Route> routes() {
        return List.of(
                Route.get(SessionAddress.ONE + "/turns")
                        .named(
                                TAG,
                                "listTurns",
                                "The turns of a session and the files they changed.")
                        .needs(AccessScope.LOOK)
                        .paged()
                        .answersPage(TurnView.class)
                        .by(this::turns),
                Route.get(SessionAddress.ONE + "/diff")
                        .named(TAG, "getDiff", "What a session or one of its turns changed.")
                        .needs(AccessScope.LOOK)
                        .query("turn", "integer", "The number of the turn; absent for all.")
                        .answers(200, DiffView.class)
                        .by(this::diff),
                Route.post(SessionAddress.ONE + "/undo")
                        .named(
                                TAG,
                                "undo",
                                "Takes back the last turn, or the last change of a file.")
                        .needs(AccessScope.SPEAK)
                        .body(UndoOrder.class)
                        .answers(200, UndoView.class)
                        .by(address.held(this::undo)),
                Route.post(SessionAddress.ONE + "/redo")
                        .named(TAG, "redo", "Makes again what was taken back last.")
                        .needs(AccessScope.SPEAK)
                        .body(UndoOrder.class)
                        .answers(200, UndoView.class)
                        .by(address.held(this::redo)),
                Route.get(SessionAddress.ONE + "/rewind")
                        .named(TAG, "previewRewind", "What going back would change in the files.")
                        .needs(AccessScope.LOOK)
                        .requiredQuery("entry", "integer", "As `rewind` takes it.")
                        .answers(200, RewindPreview.class)
                        .by(this::preview),
                Route.post(SessionAddress.ONE + "/rewind")
                        .named(TAG, "rewind", "Goes back in the conversation.")
                        .needs(AccessScope.SPEAK)
                        .body(RewindOrder.class)
                        .answers(200, RewindView.class)
                        .by(address.held(this::rewind)),
                Route.post(SessionAddress.ONE + "/fork")
                        .named(TAG, "forkSession", "Copies a session up to an entry.")
                        .needs(AccessScope.SPEAK)
                        .body(ForkOrder.class)
                        .answers(201, SessionView.class)
                        .by(this::fork));
    }

    private SessionFiles files(ApiRequest request) throws IOException {
        Workspace workspace = live.workspaces().open(live.workspaces().of(request));
        return workspace.sessions();
    }

    private static SessionId id(SessionRef ref) {
        return new SessionId(ref.session());
    }

    private ApiResponse turns(ApiRequest request) throws IOException, InterruptedException {
        SessionRef ref = address.existing(request);
        SessionFiles files = files(request);
        Map<Integer, TurnView> turns = messages(files.quietHistory(id(ref)));
        for (TurnChanges it : files.turns(id(ref))) {
            TurnView known =
                    turns.getOrDefault(
                            it.turn(), new TurnView(it.turn(), 0, "", "", List.of(), false));
            turns.put(
                    it.turn(),
                    new TurnView(
                            it.turn(),
                            known.entry(),
                            known.message(),
                            known.at(),
                            it.files().stream().map(TurnChanges.File::path).distinct().toList(),
                            isUndone(it)));
        }
        return ResultPage.response(
                ResultPage.of(
                        List.copyOf(turns.values()), request, it -> Integer.toString(it.turn())),
                request);
    }

    private static Map<Integer, TurnView> messages(SessionHistory history) {
        Map<Integer, TurnView> turns = new TreeMap<>();
        Set<Long> active = new LinkedHashSet<>();
        history.branch().forEach(it -> active.add(it.id()));
        var count = new TurnCount();
        for (Entry entry : history.entries()) {
            count.add(entry.body());
            if (entry.body() instanceof Entry.User user && active.contains(entry.id())) {
                turns.put(
                        count.turns(),
                        new TurnView(
                                count.turns(),
                                entry.id(),
                                SessionHistory.text(user.parts()),
                                entry.at().toString(),
                                List.of(),
                                false));
            }
        }
        return turns;
    }

    private static boolean isUndone(TurnChanges turn) {
        return turn.files().stream().noneMatch(it -> it.standing() == UndoState.IN_FORCE);
    }

    private ApiResponse diff(ApiRequest request) throws IOException, InterruptedException {
        SessionRef ref = address.existing(request);
        int turn = request.number("turn", 0, Integer.MAX_VALUE, -1);
        String diff = files(request).diff(id(ref), turn < 0 ? Optional.empty() : Optional.of(turn));
        return ApiResponse.record(200, new DiffView(diff, FileDiff.of(diff)));
    }

    private ApiResponse undo(ApiRequest request) throws IOException, InterruptedException {
        return restored(request, true);
    }

    private ApiResponse redo(ApiRequest request) throws IOException, InterruptedException {
        return restored(request, false);
    }

    private ApiResponse restored(ApiRequest request, boolean undo)
            throws IOException, InterruptedException {
        SessionRef ref = address.existing(request);
        Optional<String> file = request.body(UndoOrder.class).file();
        try {
            Restored restored =
                    live.with(ref, it -> undo ? it.changes().undo(file) : it.changes().redo(file));
            live.changed(ref);
            return ApiResponse.record(200, new UndoView(restored.turn(), restored.files()));
        } catch (HostException e) {
            throw problem(e);
        }
    }

    private static ProblemException problem(HostException e) {
        return e.code() == ErrorCode.NOT_FOUND || e.code() == ErrorCode.CONFLICT
                ? Problem.conflict(String.valueOf(e.getMessage())).exception()
                : Problem.of(503, "unavailable", String.valueOf(e.getMessage())).exception();
    }

    /// The entry that is kept as the last one.
    private static long kept(SessionHistory history, long entry) throws ProblemException {
        if (entry == 0) {
            return 0;
        }
        Entry found =
                history.entries().stream()
                        .filter(it -> it.id() == entry)
                        .findFirst()
                        .orElseThrow(() ->
                                Problem.badRequest("The session has no entry %d.".formatted(entry))
                                        .exception());
        return found.body() instanceof Entry.User ? found.parent() : entry;
    }

    private ApiResponse preview(ApiRequest request) throws IOException, InterruptedException {
        SessionRef ref = address.existing(request);
        long entry = request.number("entry", 0, Integer.MAX_VALUE, 0);
        SessionFiles files = files(request);
        SessionHistory history = files.quietHistory(id(ref));
        long kept = kept(history, entry);
        int turn = history.turnsUpTo(kept);
        var diff = new StringBuilder();
        Set<String> paths = new LinkedHashSet<>();
        for (TurnChanges it : files.turns(id(ref)).reversed()) {
            if (it.turn() > turn && !isUndone(it)) {
                diff.append(files.diff(id(ref), Optional.of(it.turn())));
                it.files().forEach(file -> paths.add(file.path()));
            }
        }
        String message =
                history.entries().stream()
                        .filter(it -> it.id() == entry)
                        .flatMap(it ->
                                it.body() instanceof Entry.User user
                                        ? List.of(SessionHistory.text(user.parts())).stream()
                                        : List.<String>of().stream())
                        .findFirst()
                        .orElse("");
        return ApiResponse.record(
                200, new RewindPreview(kept, turn, message, diff.toString(), List.copyOf(paths)));
    }

    private ApiResponse rewind(ApiRequest request) throws IOException, InterruptedException {
        SessionRef ref = address.existing(request);
        RewindOrder order = request.body(RewindOrder.class);
        SessionHistory history = files(request).quietHistory(id(ref));
        long kept = kept(history, order.entry());
        int turn = history.turnsUpTo(kept);
        try {
            List<Restored> undone =
                    live.with(
                            ref,
                            it -> {
                                if (order.files()) {
                                    return it.changes().rewindWithFiles(kept, turn);
                                }
                                it.changes().rewind(kept);
                                return List.of();
                            });
            live.changed(ref);
            List<UndoView> views = new ArrayList<>();
            undone.forEach(it -> views.add(new UndoView(it.turn(), it.files())));
            return ApiResponse.record(200, new RewindView(kept, views));
        } catch (HostException e) {
            throw problem(e);
        }
    }

    private ApiResponse fork(ApiRequest request) throws IOException {
        SessionRef ref = address.existing(request);
        ForkOrder order = request.body(ForkOrder.class);
        String to = order.id().orElseGet(() -> SessionId.generate(clock.instant(), random).value());
        if (!SessionId.isValid(to)) {
            throw Problem.badRequest("An id of a session has letters, digits, - and _.")
                    .exception();
        }
        SessionHistory history = files(request).quietHistory(id(ref));
        long last = history.entries().isEmpty() ? 0 : history.entries().getLast().id();
        long at = order.entry().orElse(last);
        if (at < 0 || at > last) {
            throw Problem.badRequest("The session has no entry %d.".formatted(at)).exception();
        }
        var copy = new SessionRef(ref.workspace(), to);
        try {
            files(request).fork(id(ref), at, id(copy));
        } catch (SessionExistsException _) {
            throw Problem.conflict("There is a session %s already.".formatted(to)).exception();
        }
        live.changed(copy);
        SessionView view = live.views().of(copy);
        return ApiResponse.record(201, view).with("Location", view.url());
    }
}
