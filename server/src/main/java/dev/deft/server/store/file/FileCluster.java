package dev.deft.server.store.file;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.store.Cluster;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// One server alone. What it was at work on when it died is in files, and goes on after a restart.
final class FileCluster implements Cluster {

    private final String server;
    private final Path directory;
    private final List<SessionRef> left;

    private FileCluster(String server, Path directory, List<SessionRef> left) {
        this.server = server;
        this.directory = directory;
        this.left = List.copyOf(left);
    }

    static FileCluster open(String server, Path directory) throws IOException {
        Path created = Files.createDirectories(directory);
        List<SessionRef> left = new ArrayList<>();
        try (Stream<Path> files = Files.list(created)) {
            for (Path file : files.sorted().toList()) {
                read(file).ifPresent(left::add);
            }
        }
        return new FileCluster(server, created, left);
    }

    private static Optional<SessionRef> read(Path file) throws IOException {
        try {
            Json.Obj json = JsonText.parseObject(Files.readString(file));
            return Optional.of(
                    new SessionRef(
                            json.text("workspace").orElse(""), json.text("session").orElse("")));
        } catch (JsonSyntaxException _) {
            Files.deleteIfExists(file);
            return Optional.empty();
        }
    }

    /// What this server was at work on when it ended.
    List<SessionRef> left() {
        return left;
    }

    @Override
    public String server() {
        return server;
    }

    @Override
    public List<String> servers() {
        return List.of(server);
    }

    @Override
    public Optional<String> holder(SessionRef session) {
        return Optional.empty();
    }

    @Override
    public ApiResponse forward(String other, ApiRequest request) throws IOException {
        throw new IOException("There is no other server: sessions are stored in files.");
    }

    @Override
    public Begun begin(Local local, Consumer<SessionRef> orphan) {
        for (SessionRef it : left) {
            Thread.ofVirtual().name("go on " + it.session()).start(() -> goOn(it, orphan));
        }
        return () -> {};
    }

    private static void goOn(SessionRef session, Consumer<SessionRef> orphan) {
        try {
            orphan.accept(session);
        } catch (UncheckedIOException _) {
            // It was told; the note stays, and the next start tries again.
            return;
        }
    }

    /// The ids of workspaces and sessions are safe as names of files, and a workspace has no `@`.
    private Path file(SessionRef session) {
        return directory.resolve(session.workspace() + "@" + session.session());
    }

    @Override
    public AtWork atWork(SessionRef session) throws IOException {
        Path file = file(session);
        String note =
                JsonText.write(
                        Json.Obj.EMPTY
                                .with("workspace", session.workspace())
                                .with("session", session.session()));
        try (FileChannel out =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(note.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                int _ = out.write(bytes);
            }
            out.force(true);
        }
        return () -> Files.deleteIfExists(file);
    }
}
