package dev.deft.engine;

import dev.deft.agent.session.SessionId;
import dev.deft.engine.files.ChangeView;
import dev.deft.os.WorkspaceTree;
import dev.deft.undo.TurnChanges;
import dev.deft.undo.UndoState;
import dev.deft.undo.UndoStore;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// What sessions did to files and can be taken back. The workspace is opened when somebody asks.
final class UndoFiles {

    private final SharedRoot shared;
    private final Consumer<String> notices;

    UndoFiles(SharedRoot shared, Consumer<String> notices) {
        this.shared = shared;
        this.notices = notices;
    }

    UndoStore store(SessionId id) throws IOException, InterruptedException {
        WorkspaceTree files = shared.files();
        files.repair();
        return new UndoStore(files, id.value(), UndoStore.MOST_BYTES, notices);
    }

    /// The last turn that changed files and was not taken back.
    OptionalInt lastInForce(SessionId id) throws IOException, InterruptedException {
        return store(id).turns().stream()
                .filter(UndoFiles::isInForce)
                .mapToInt(TurnChanges::turn)
                .max();
    }

    private static boolean isInForce(TurnChanges turn) {
        return turn.files().stream().anyMatch(it -> it.standing() == UndoState.IN_FORCE);
    }

    /// What a turn, or the whole session, did to files, as a unified diff.
    String diff(SessionId id, Optional<Integer> turn) throws IOException, InterruptedException {
        UndoStore store = store(id);
        return ChangeView.whole(turn.isPresent() ? store.diff(turn.get()) : store.diff());
    }
}
