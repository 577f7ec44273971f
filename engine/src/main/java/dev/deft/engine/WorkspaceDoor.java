package dev.deft.engine;

import dev.deft.run.SessionMemory;
import dev.deft.agent.session.TurnCount;
import dev.deft.agent.session.SessionWriter;
import dev.deft.codec.Records;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.os.ChangeKeeper;
import dev.deft.os.FileDoor;
import dev.deft.os.FileMemory;
import dev.deft.os.PathScope;
import dev.deft.os.WorkspaceTree;
import dev.deft.policy.Ceiling;
import dev.deft.run.Mode;
import dev.deft.run.Prepared;
import dev.deft.undo.TurnChanges;
import dev.deft.undo.UndoStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The workspace of a session, opened when a call first asks for a file.
final class WorkspaceDoor implements FileDoor, AutoCloseable {

    private static final String KEPT_AS = "deft.files";

    private final Path root;
    private final SessionWriter session;
    private final SessionMemory kept;
    private final TurnCount turns;
    private final Permissions permissions;
    private final Map<String, String> environment;
    private final FileMemory memory;
    private final Consumer<String> notices;
    private Optional<WorkspaceTree> workspace = Optional.empty();
    private Optional<UndoStore> undo = Optional.empty();

    WorkspaceDoor(
            Setup setup,
            SessionWriter session,
            SessionMemory kept,
            TurnCount turns,
            Permissions permissions) {
        this.root = setup.root();
        this.environment = setup.environment();
        this.session = session;
        this.kept = kept;
        this.turns = turns;
        this.permissions = permissions;
        this.memory = new FileMemory(seen(kept));
        this.notices = setup.notices();
    }

    /// What the session read of files, as far as its log tells.
    private static Map<String, String> seen(SessionMemory kept) {
        Map<String, String> seen = new LinkedHashMap<>();
        Json files = kept.recall(KEPT_AS).flatMap(it -> it.find("files")).orElse(Json.Obj.EMPTY);
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

    private synchronized WorkspaceTree workspace() throws IOException {
        if (workspace.isEmpty()) {
            workspace = Optional.of(WorkspaceTree.openAsIs(root.toString(), environment));
        }
        return workspace.get();
    }

    /// Opens the workspace for calls that will change it, and lets it get ready for searches.
    void warm() throws IOException, InterruptedException {
        workspace().repair();
        workspace().warm();
    }

    /// One for the whole session: it need not read its log again for every call.
    private synchronized UndoStore undo(WorkspaceTree of) {
        if (undo.isEmpty()) {
            undo =
                    Optional.of(
                            new UndoStore(of, session.id().value(), UndoStore.MOST_BYTES, notices));
        }
        return undo.get();
    }

    @Override
    public WorkspaceFiles scout() throws IOException {
        return workspace().filesAsTheyAre(PathScope.EVERYTHING);
    }

    @Override
    public WorkspaceFiles open(Prepared<?> call) throws IOException, InterruptedException {
        Ceiling declared = Ceiling.of(call.tool().spec().requires(), permissions.variables());
        CallScope scope =
                CallScope.of(
                        call,
                        declared,
                        permissions.agent(),
                        permissions.rules(),
                        session.id().value());
        if (call.mode() == Mode.DRY_RUN) {
            return workspace().filesAsTheyAre(scope);
        }
        return workspace()
                .files(scope, memory, undo(workspace()).recorder(call.callId(), turns.turns()));
    }

    synchronized List<String> changedSince(int turn) throws IOException, InterruptedException {
        if (workspace.isEmpty()) {
            return List.of();
        }
        return undo(workspace()).turns().stream()
                .filter(it -> it.turn() >= turn)
                .flatMap(it -> it.files().stream())
                .map(TurnChanges.File::path)
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public ChangeKeeper keeper(Prepared<?> call) {
        return new ShellChanges(
                this::workspace, it -> undo(it).recorder(call.callId(), turns.turns()));
    }

    /// Stores what was read, so that the session still knows it in another process.
    void remember() throws IOException {
        if (workspace.isPresent() && session.isStored()) {
            kept.keep(KEPT_AS, Records.write(new Seen(memory.kept())));
        }
    }

    @Override
    public void close() {
        workspace.ifPresent(WorkspaceTree::close);
    }

    private record Seen(Map<String, String> files) {}
}
