package dev.deft.app.product;

import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.codec.Records;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.os.FileChange;
import dev.deft.os.StatePaths;
import dev.deft.os.Workspace;
import dev.deft.tools.files.text.TextFile;
import dev.deft.tools.files.text.UnifiedDiff;
import dev.deft.undo.Restored;
import dev.deft.undo.UndoStore;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The sessions of a workspace and what they did to its files.
public final class SessionFiles implements AutoCloseable {

    private static final String ENDING = ".jsonl";

    private final StatePaths state;
    private final Map<String, String> environment;
    private final Consumer<String> notices;
    private Optional<Workspace> workspace = Optional.empty();

    /// Opens nothing yet.
    ///
    /// @param notices is told when something can no longer be undone
    public SessionFiles(Path root, Map<String, String> environment, Consumer<String> notices) {
        this.state = new StatePaths(root);
        this.environment = Map.copyOf(environment);
        this.notices = notices;
    }

    /// One session in a list.
    public record Listed(String id, Instant modified) {}

    /// All sessions, the latest first.
    public List<Listed> list() throws IOException {
        List<Listed> sessions = new ArrayList<>();
        try (DirectoryStream<Path> logs =
                Files.newDirectoryStream(state.sessions(), "*" + ENDING)) {
            for (Path log : logs) {
                String name = String.valueOf(log.getFileName());
                sessions.add(
                        new Listed(
                                name.substring(0, name.length() - ENDING.length()),
                                Files.getLastModifiedTime(log).toInstant()));
            }
        } catch (NoSuchFileException _) {
            return List.of();
        }
        sessions.sort(Comparator.comparing(Listed::modified).reversed());
        return sessions;
    }

    public boolean exists(SessionId id) {
        return Files.exists(log(id));
    }

    private Path log(SessionId id) {
        return state.sessions().resolve(id.value() + ENDING);
    }

    /// What is known about a session: how its calls went and what they changed.
    public Json.Obj show(SessionId id) throws IOException, InterruptedException {
        List<Json> turns = store(id).turns().stream().<Json>map(Records::write).toList();
        return Json.Obj.EMPTY
                .with("id", id.value())
                .with("stats", SessionHistory.read(log(id)).stats())
                .with("turns", new Json.Arr(turns));
    }

    public Restored undo(SessionId id) throws IOException, InterruptedException {
        return store(id).undoTurn();
    }

    public Restored undo(SessionId id, String file) throws IOException, InterruptedException {
        return store(id).undoFile(file);
    }

    public Restored redo(SessionId id) throws IOException, InterruptedException {
        return store(id).redoTurn();
    }

    public Restored redo(SessionId id, String file) throws IOException, InterruptedException {
        return store(id).redoFile(file);
    }

    /// What a turn, or the whole session, did to files, as a unified diff.
    public String diff(SessionId id, Optional<Integer> turn)
            throws IOException, InterruptedException {
        UndoStore store = store(id);
        List<FileChange> changes = turn.isPresent() ? store.diff(turn.get()) : store.diff();
        var text = new StringBuilder();
        for (FileChange change : changes) {
            text.append(diff(change));
        }
        return text.toString();
    }

    private static String diff(FileChange change) {
        Optional<Bytes> before = change.before().content();
        Optional<Bytes> after = change.after().content();
        if (isBinary(before) || isBinary(after)) {
            return "Binary file %s differs\n".formatted(change.path());
        }
        return UnifiedDiff.of(
                        change.path(),
                        before.map(SessionFiles::text),
                        after.map(SessionFiles::text))
                .text();
    }

    private static boolean isBinary(Optional<Bytes> content) {
        return content.isPresent() && TextFile.decode(content.get()).isEmpty();
    }

    private static String text(Bytes content) {
        return TextFile.decode(content).map(TextFile::text).orElse("");
    }

    /// Forgets a session: its log, its sidecars and what could be undone.
    public void delete(SessionId id) throws IOException {
        Path directory = state.session(id.value());
        if (Files.isDirectory(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Files.deleteIfExists(log(id));
    }

    private UndoStore store(SessionId id) throws IOException, InterruptedException {
        if (workspace.isEmpty()) {
            workspace = Optional.of(Workspace.open(state.root().toString(), environment));
        }
        return new UndoStore(workspace.get(), id.value(), UndoStore.MOST_BYTES, notices);
    }

    @Override
    public void close() {
        workspace.ifPresent(Workspace::close);
    }
}
