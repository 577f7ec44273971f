package dev.deft.engine;

import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.TurnCount;
import dev.deft.codec.Records;
import dev.deft.engine.files.CallScope;
import dev.deft.engine.files.ChangeView;
import dev.deft.engine.files.EditorFiles;
import dev.deft.engine.files.SessionAuthorship;
import dev.deft.engine.files.ShellChanges;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.os.CallEditor;
import dev.deft.os.CallLifetime;
import dev.deft.os.FurtherDirectories;
import dev.deft.os.KnownFiles;
import dev.deft.os.OsHosts;
import dev.deft.os.PathScope;
import dev.deft.os.PreviewedChanges;
import dev.deft.os.WorkspaceOpener;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.output.ErrorLog;
import dev.deft.policy.Ceiling;
import dev.deft.run.Mode;
import dev.deft.run.PreparedCall;
import dev.deft.run.SessionMemory;
import dev.deft.undo.TurnChanges;
import dev.deft.undo.UndoStore;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The files of the workspace that the calls of one session may access.
final class SessionFileAccess implements WorkspaceOpener {

    private static final String KEPT_AS = "deft.files";

    /// How many bytes of a diff are shown to whoever approves a call.
    private static final int MOST_PREVIEW = 20 * 1024;

    private final SharedRoot shared;
    private final FurtherDirectories directories;
    private final SessionWriter session;
    private final SessionMemory kept;
    private final TurnCount turns;
    private final Permissions permissions;
    private final Set<String> protectedFiles;
    private final KnownFiles memory;

    /// What tools declare, compiled.
    private final Map<String, Ceiling> ceilings = new ConcurrentHashMap<>();

    private final SessionAuthorship authorship;
    private final EditorFiles editor;
    private final Consumer<String> notices;
    private Optional<WorkspaceTree> joined = Optional.empty();
    private Optional<UndoStore> undo = Optional.empty();
    private volatile boolean used;

    SessionFileAccess(
            SharedRoot shared,
            FurtherDirectories directories,
            SessionWriter session,
            SessionMemory kept,
            TurnCount turns,
            Permissions permissions,
            Set<String> protectedFiles,
            SessionAuthorship authorship,
            EditorFiles editor,
            Consumer<String> notices) {
        this.editor = editor;
        this.authorship = authorship;
        this.shared = shared;
        this.directories = directories;
        this.session = session;
        this.kept = kept;
        this.turns = turns;
        this.permissions = permissions;
        this.protectedFiles = protectedFiles;
        this.memory = new KnownFiles(seen(kept));
        this.notices = notices;
    }

    /// The fingerprints of the files that the session has read, from its log.
    private static Map<String, String> seen(SessionMemory kept) {
        Map<String, String> seen = new LinkedHashMap<>();
        Json files = kept.load(KEPT_AS).flatMap(it -> it.find("files")).orElse(Json.Obj.EMPTY);
        if (files instanceof Json.Obj object) {
            object.fields()
                    .forEach((path, it) -> {
                        if (it instanceof Json.Str(String hash)) {
                            seen.put(path, hash);
                        }
                    });
        }
        return seen;
    }

    /// The root with the further directories of this session.
    private synchronized WorkspaceTree files() throws IOException {
        if (joined.isEmpty()) {
            WorkspaceTree root = shared.files();
            if (directories.isEmpty()) {
                return root;
            }
            joined = Optional.of(root.with(directories));
        }
        return joined.get();
    }

    /// Opens the workspace and prepares its search index while the model works on its first answer.
    /// Errors are reported by the first call that searches.
    void warm() {
        Thread.ofVirtual().name("warm files").start(this::prepare);
    }

    private void prepare() {
        try {
            files().repair();
            files().warm();
        } catch (IOException e) {
            ErrorLog.log(System.Logger.Level.DEBUG, () -> "the search could not be prepared", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// One store per session, so that its log is read only once.
    private synchronized UndoStore undo(WorkspaceTree of) {
        if (undo.isEmpty()) {
            undo =
                    Optional.of(
                            new UndoStore(of, session.id().value(), UndoStore.MOST_BYTES, notices));
        }
        return undo.get();
    }

    @Override
    public WorkspaceFiles forResolving() throws IOException {
        return files().filesAsTheyAre(PathScope.EVERYTHING);
    }

    @Override
    public WorkspaceFiles open(PreparedCall<?> call, CallLifetime lifetime)
            throws IOException, InterruptedException {
        Ceiling declared =
                ceilings.computeIfAbsent(
                        call.toolId(),
                        _ -> Ceiling.of(call.tool().spec().requires(), permissions.variables()));
        CallScope scope =
                CallScope.of(
                        call,
                        declared,
                        permissions.agent(),
                        permissions.rules(),
                        protectedFiles,
                        session.id().value(),
                        permissions.directories());
        CallEditor edited = authorship.over(editor, call.callId());
        if (call.mode() == Mode.DRY_RUN) {
            return OsHosts.canPreviewChanges(call)
                    ? files().previewed(scope, edited)
                    : files().filesAsTheyAre(scope);
        }
        used = true;
        ChangeRecorder recorder = undo(files()).recorder(call.callId(), turns.turns());
        WorkspaceFiles files = files().files(scope, memory, lifetime.over(recorder), edited);
        return authorship.over(files, call.callId());
    }

    synchronized List<String> changedSince(int turn) throws IOException, InterruptedException {
        if (undo.isEmpty()) {
            return List.of();
        }
        return undo(files()).turns().stream()
                .filter(it -> it.turn() >= turn)
                .flatMap(it -> it.files().stream())
                .map(TurnChanges.File::path)
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public Optional<String> preview(PreviewedChanges previewed) throws IOException {
        return Optional.of(ChangeView.previewed(previewed, MOST_PREVIEW));
    }

    @Override
    public CommandChangeRecorder changeRecorder(PreparedCall<?> call) {
        return authorship.over(
                new ShellChanges(
                        this::files, it -> undo(it).recorder(call.callId(), turns.turns())));
    }

    /// Saves the fingerprints, so that the session still knows them in another process.
    void remember() throws IOException {
        if (used && session.isStored()) {
            kept.save(KEPT_AS, Records.write(new Seen(memory.fingerprints())));
        }
    }

    private record Seen(Map<String, String> files) {}
}
