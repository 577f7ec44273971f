package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspacePath;
import dev.deft.os.tree.Tree;
import dev.deft.undo.UndoStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process that records its changes dies, or the power fails, at every step: whatever happened
/// can be undone.
class UndoCrashTest {

    /// Contents that go into the log of the undo store, and contents that are files of it.
    private static final List<Integer> SIZES = List.of(10, 20_000);

    @TempDir private Path temporary;
    private Path root;
    private int roots;

    @BeforeEach
    void prepare() {
        root = temporary.resolve("none");
    }

    @Test
    void undoesWhatAProcessDidThatDied() throws Exception {
        for (int size : SIZES) {
            dieAtEveryStep(size, DyingTree::new);
        }
    }

    @Test
    void undoesWhatHappenedBeforeThePowerFailed() throws Exception {
        for (int size : SIZES) {
            dieAtEveryStep(size, DyingTree::ofPowerFailure);
        }
    }

    private void dieAtEveryStep(int size, Death death) throws Exception {
        String old = "o".repeat(size);
        String first = "1".repeat(size);
        String second = "2".repeat(size);
        var found = new ArrayList<String>();
        for (int steps = 0; ; steps++) {
            root = Files.createDirectory(temporary.resolve("root" + roots++));
            Files.writeString(root.resolve("a.txt"), old);
            boolean survived = false;
            try (Tree tree = death.of(Trees.IN_ONE_STEP.open(root), steps)) {
                WorkspaceTree workspace = WorkspaceTree.open(tree, root.toString(), Map.of());
                var store = new UndoStore(workspace, "s1", UndoStore.MOST_BYTES, _ -> {});
                write(workspace, store, 1, Map.of("a.txt", first));
                write(workspace, store, 2, Map.of("a.txt", second, "deep/b.txt", second));
                survived = true;
            } catch (DyingTree.Death _) {
                // Whoever comes next repairs.
            }
            found.add(afterUndo(List.of(old, first, second), steps));
            if (survived) {
                assertThat(found).contains(old, first, second);
                return;
            }
        }
    }

    /// @return what the file held before everything was undone
    private String afterUndo(List<String> possible, int steps) throws Exception {
        try (WorkspaceTree workspace = WorkspaceTree.open(root.toString(), Map.of())) {
            String now = Files.readString(root.resolve("a.txt"));
            assertThat(now).as("dead at step %d", steps).isIn(possible);
            assertThat(Files.exists(root.resolve("deep/b.txt")))
                    .as("dead at step %d", steps)
                    .isEqualTo(now.equals(possible.getLast()));
            var store = new UndoStore(workspace, "s1", UndoStore.MOST_BYTES, _ -> {});
            while (undo(store)) {
                // Until nothing is left to undo.
            }
            assertThat(root.resolve("a.txt"))
                    .as("dead at step %d", steps)
                    .hasContent(possible.getFirst());
            assertThat(root.resolve("deep/b.txt")).as("dead at step %d", steps).doesNotExist();
            return now;
        }
    }

    private static boolean undo(UndoStore store) throws IOException, InterruptedException {
        try {
            store.undoTurn();
            return true;
        } catch (HostException e) {
            assertThat(e).hasMessage("There is nothing to undo in this session.");
            assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
            return false;
        }
    }

    private static void write(
            WorkspaceTree workspace, UndoStore store, int turn, Map<String, String> contents)
            throws IOException, InterruptedException {
        try (OsFiles files =
                workspace.files(
                        PathScope.EVERYTHING,
                        new KnownFiles(),
                        store.recorder("call-" + turn, turn))) {
            var wanted = new LinkedHashMap<WorkspacePath, Optional<Bytes>>();
            for (var one : contents.entrySet()) {
                wanted.put(files.resolve(one.getKey()), Optional.of(Bytes.of(one.getValue())));
            }
            files.change(List.copyOf(wanted.keySet()), _ -> wanted);
        }
    }

    private interface Death {

        Tree of(Tree tree, int steps);
    }
}
