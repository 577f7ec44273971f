package dev.deft.undo;

import dev.deft.host.Bytes;
import dev.deft.host.WorkspacePath;
import dev.deft.os.KnownFiles;
import dev.deft.os.OsFiles;
import dev.deft.os.PathScope;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.change.FileState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A session that changes files in a temporary directory.
final class UndoFixture implements AutoCloseable {

    final Path root;
    final List<String> notices = new ArrayList<>();
    private WorkspaceTree workspace;
    private UndoStore store;

    UndoFixture(Path root, long mostBytes) throws IOException, InterruptedException {
        this.root = root;
        this.workspace = WorkspaceTree.open(root.toString(), Map.of());
        this.store = new UndoStore(workspace, "s1", mostBytes, notices::add);
    }

    /// A session whose log has so many bytes of contents at most; with 0 each is a file, as in
    /// stores of earlier versions.
    static UndoFixture withInLog(Path root, long mostInLog)
            throws IOException, InterruptedException {
        var desk = new UndoFixture(root);
        desk.store =
                new UndoStore(
                        desk.workspace, "s1", UndoStore.MOST_BYTES, mostInLog, desk.notices::add);
        return desk;
    }

    UndoFixture(Path root) throws IOException, InterruptedException {
        this(root, UndoStore.MOST_BYTES);
    }

    UndoStore store() {
        return store;
    }

    /// Starts over as a new process would.
    void restart() throws IOException, InterruptedException {
        workspace.close();
        workspace = WorkspaceTree.open(root.toString(), Map.of());
        store = new UndoStore(workspace, "s1", UndoStore.MOST_BYTES, notices::add);
    }

    /// Changes files in one step; an empty content deletes.
    void change(int turn, Map<String, Optional<String>> contents)
            throws IOException, InterruptedException {
        try (OsFiles files = files(turn)) {
            var wanted = new LinkedHashMap<WorkspacePath, Optional<Bytes>>();
            for (var entry : contents.entrySet()) {
                wanted.put(files.resolve(entry.getKey()), entry.getValue().map(Bytes::of));
            }
            files.change(List.copyOf(wanted.keySet()), _ -> wanted);
        }
    }

    void write(int turn, String path, String content) throws IOException, InterruptedException {
        change(turn, Map.of(path, Optional.of(content)));
    }

    /// Puts whatever is wanted at paths, in one step.
    void put(int turn, Map<String, FileState> wanted) throws IOException, InterruptedException {
        workspace.change(
                List.copyOf(wanted.keySet()), _ -> wanted, store.recorder("call-" + turn, turn));
    }

    void move(int turn, String from, String to) throws IOException, InterruptedException {
        try (OsFiles files = files(turn)) {
            files.move(files.resolve(from), files.resolve(to));
        }
    }

    void delete(int turn, String path) throws IOException, InterruptedException {
        try (OsFiles files = files(turn)) {
            files.delete(files.resolve(path));
        }
    }

    private OsFiles files(int turn) throws IOException, InterruptedException {
        return workspace.files(
                PathScope.EVERYTHING, new KnownFiles(), store.recorder("call-" + turn, turn));
    }

    /// All files but Deft's own, with their contents.
    Map<String, String> contents() throws IOException {
        var contents = new TreeMap<String, String>();
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                String path = root.relativize(file).toString();
                if (!path.startsWith(".deft")) {
                    contents.put(path, Files.readString(file));
                }
            }
        }
        return contents;
    }

    @Override
    public void close() {
        workspace.close();
    }
}
