package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.host.WorkspacePath;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.run.CallJournal;
import dev.deft.undo.UndoStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a call changes waits for its intent, and changes nothing if that cannot be written.
class CallLifetimeTest {

    private static final Map<String, String> OLD = Map.of("a.txt", "old a", "b.txt", "old b");

    /// Every way to change files, each in a fresh workspace.
    private static final List<Work> WAYS =
            List.of(
                    files -> write(files, "a.txt"),
                    files -> write(files, "deep/new.txt"),
                    files -> write(files, "a.txt", "b.txt"),
                    files -> write(files, "a.txt", "deep/new.txt"),
                    files -> files.delete(files.resolve("a.txt")),
                    files -> files.move(files.resolve("a.txt"), files.resolve("deep/c.txt")));

    @TempDir private Path temporary;
    private final List<Map<String, String>> seenAtWaits = new ArrayList<>();
    private Path root;
    private int roots;

    @BeforeEach
    void prepare() {
        root = temporary.resolve("none");
    }

    @Test
    void letsChangesWaitForTheIntent() throws Exception {
        for (Work way : WAYS) {
            seenAtWaits.clear();
            run(way, () -> seenAtWaits.add(contents()));
            assertThat(seenAtWaits.getFirst()).isEqualTo(OLD);
            assertThat(contents()).isNotEqualTo(OLD);
            assertThat(undone()).isTrue();
            assertThat(contents()).isEqualTo(OLD);
        }
    }

    @Test
    void letsNothingHappenIfTheIntentCannotBeWritten() throws Exception {
        for (Work way : WAYS) {
            HostException failure =
                    catchThrowableOfType(
                            HostException.class,
                            () ->
                                    run(
                                            way,
                                            () -> {
                                                seenAtWaits.add(contents());
                                                throw new IOException("the disk is broken");
                                            }));
            assertThat(failure).hasMessage("the disk is broken");
            assertThat(seenAtWaits).containsOnly(OLD);
            assertThat(contents()).isEqualTo(OLD);
            assertThat(root.resolve("deep")).doesNotExist();
            assertThat(undone()).isFalse();
        }
    }

    private void run(Work way, CallJournal.Intent intent) throws Exception {
        root = Files.createDirectory(temporary.resolve("root" + roots++));
        for (var entry : OLD.entrySet()) {
            Files.writeString(root.resolve(entry.getKey()), entry.getValue());
        }
        try (WorkspaceTree workspace = WorkspaceTree.open(root.toString(), Map.of())) {
            ChangeRecorder recorder = store(workspace).recorder("call", 1);
            var lifetime = new CallLifetime(intent);
            try (OsFiles files =
                    workspace.files(
                            PathScope.EVERYTHING, new KnownFiles(), lifetime.over(recorder))) {
                way.run(files);
            }
        }
    }

    private static UndoStore store(WorkspaceTree workspace) {
        return new UndoStore(workspace, "s1", UndoStore.MOST_BYTES, _ -> {});
    }

    /// @return whether there was something to undo
    private boolean undone() throws Exception {
        try (WorkspaceTree workspace = WorkspaceTree.open(root.toString(), Map.of())) {
            store(workspace).undoTurn();
            return true;
        } catch (HostException _) {
            return false;
        }
    }

    private static void write(OsFiles files, String... names)
            throws IOException, InterruptedException {
        List<WorkspacePath> paths = new ArrayList<>();
        for (String name : names) {
            paths.add(files.resolve(name));
        }
        files.change(
                paths,
                current -> {
                    var wanted = new HashMap<WorkspacePath, Optional<Bytes>>();
                    current.keySet().forEach(it -> wanted.put(it, Optional.of(Bytes.of("new"))));
                    return wanted;
                });
    }

    /// The files and the directories of the workspace, without what is being prepared.
    private Map<String, String> contents() throws IOException {
        var contents = new TreeMap<String, String>();
        try (var all = Files.walk(root)) {
            for (Path path : all.toList()) {
                String name = root.relativize(path).toString();
                if (!name.isEmpty() && !name.startsWith(".deft")) {
                    contents.put(
                            name, Files.isDirectory(path) ? "directory" : Files.readString(path));
                }
            }
        }
        return contents;
    }

    private interface Work {

        void run(OsFiles files) throws IOException, InterruptedException;
    }
}
