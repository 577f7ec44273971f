package dev.deft.engine.session;

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

/// The undoable changes of sessions. The workspace is opened on demand.
public final class UndoFiles {

    private final Tree tree;
    private final Consumer<String> notices;

    /// Opens the files of the workspace.
    @FunctionalInterface
    public interface Tree {

        WorkspaceTree open() throws IOException;
    }

    /// @param notices receives a message when a change can no longer be undone
    public UndoFiles(Tree tree, Consumer<String> notices) {
        this.tree = tree;
        this.notices = notices;
    }

    /// What can be undone in a session.
    public UndoStore store(SessionId id) throws IOException, InterruptedException {
        WorkspaceTree files = tree.open();
        files.repair();
        return new UndoStore(files, id.value(), UndoStore.MOST_BYTES, notices);
    }

    /// The last turn that changed files and is not undone.
    public OptionalInt lastInForce(SessionId id) throws IOException, InterruptedException {
        return store(id).turns().stream()
                .filter(UndoFiles::isInForce)
                .mapToInt(TurnChanges::turn)
                .max();
    }

    private static boolean isInForce(TurnChanges turn) {
        return turn.files().stream().anyMatch(it -> it.standing() == UndoState.IN_FORCE);
    }

    /// The changes of a turn, or of the whole session, as a unified diff.
    public String diff(SessionId id, Optional<Integer> turn)
            throws IOException, InterruptedException {
        UndoStore store = store(id);
        return ChangeView.whole(turn.isPresent() ? store.diff(turn.get()) : store.diff());
    }
}
