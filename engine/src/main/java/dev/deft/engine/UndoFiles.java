package dev.deft.engine;

import dev.deft.agent.session.SessionId;
import dev.deft.engine.files.ChangeView;
import dev.deft.os.FurtherDirectories;
import dev.deft.os.WorkspaceTree;
import dev.deft.undo.TurnChanges;
import dev.deft.undo.UndoState;
import dev.deft.undo.UndoStore;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// The undoable changes of sessions. The workspace is opened on demand.
final class UndoFiles {

    private final SharedRoot shared;
    private final Consumer<String> notices;

    UndoFiles(SharedRoot shared, Consumer<String> notices) {
        this.shared = shared;
        this.notices = notices;
    }

    UndoStore store(SessionId id) throws IOException, InterruptedException {
        return store(id, FurtherDirectories.NONE);
    }

    /// @param further where changes can be undone too
    UndoStore store(SessionId id, FurtherDirectories further)
            throws IOException, InterruptedException {
        WorkspaceTree files = shared.files().with(further);
        files.repair();
        return new UndoStore(files, id.value(), UndoStore.MOST_BYTES, notices);
    }

    /// The last turn that changed files and is not undone.
    OptionalInt lastInForce(SessionId id) throws IOException, InterruptedException {
        return store(id).turns().stream()
                .filter(UndoFiles::isInForce)
                .mapToInt(TurnChanges::turn)
                .max();
    }

    private static boolean isInForce(TurnChanges turn) {
        return turn.files().stream().anyMatch(it -> it.standing() == UndoState.IN_FORCE);
    }

    /// The changes of a turn, or of the whole session, as a unified diff.
    String diff(SessionId id, Optional<Integer> turn) throws IOException, InterruptedException {
        UndoStore store = store(id);
        return ChangeView.whole(turn.isPresent() ? store.diff(turn.get()) : store.diff());
    }
}
