package dev.deft.server.store.file;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.server.store.OpenRequests;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Open requests, each in a file of its own, so that they are listed also after a restart.
final class FileRequests implements OpenRequests {

    private static final String SUFFIX = ".json";

    private final Path directory;
    private final Map<String, OpenRequest> open = new ConcurrentHashMap<>();

    private FileRequests(Path directory) {
        this.directory = directory;
    }

    static FileRequests open(Path directory) throws IOException {
        var requests = new FileRequests(Files.createDirectories(directory));
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(it -> it.toString().endsWith(SUFFIX)).toList()) {
                read(file).ifPresent(it -> requests.open.put(it.id(), it));
            }
        }
        return requests;
    }

    private static Optional<OpenRequest> read(Path file) throws IOException {
        try {
            Json.Obj json = JsonText.parseObject(Files.readString(file));
            return Optional.of(
                    new OpenRequest(
                            json.text("id").orElse(""),
                            new SessionRef(
                                    json.text("workspace").orElse(""),
                                    json.text("session").orElse("")),
                            Instant.parse(json.text("asked").orElse("")),
                            json.find("request").orElse(Json.Null.VALUE) instanceof Json.Obj it
                                    ? it
                                    : Json.Obj.EMPTY));
        } catch (JsonSyntaxException | DateTimeException _) {
            // A crash left it half written; the session asks again.
            Files.deleteIfExists(file);
            return Optional.empty();
        }
    }

    /// Removes the requests of sessions that do not go on: nobody would take the answers.
    void keep(List<SessionRef> sessions) throws IOException {
        for (OpenRequest it : list()) {
            if (!sessions.contains(it.session())) {
                boolean _ = remove(it.id());
            }
        }
    }

    private Path file(String id) {
        return directory.resolve(id + SUFFIX);
    }

    @Override
    public void add(OpenRequest request) throws IOException {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("id", request.id())
                        .with("workspace", request.session().workspace())
                        .with("session", request.session().session())
                        .with("asked", request.asked().toString())
                        .with("request", request.request());
        Path fresh = directory.resolve(request.id() + ".new");
        Files.writeString(fresh, JsonText.write(json));
        Files.move(fresh, file(request.id()), StandardCopyOption.ATOMIC_MOVE);
        open.put(request.id(), request);
    }

    @Override
    public boolean remove(String id) throws IOException {
        if (open.remove(id) == null) {
            return false;
        }
        Files.deleteIfExists(file(id));
        return true;
    }

    @Override
    public Optional<OpenRequest> find(String id) {
        return Optional.ofNullable(open.get(id));
    }

    @Override
    public List<OpenRequest> list() {
        return open.values().stream()
                .sorted(Comparator.comparing(OpenRequest::asked).thenComparing(OpenRequest::id))
                .toList();
    }

    @Override
    public void clear(SessionRef session) throws IOException {
        for (OpenRequest it : list()) {
            if (it.session().equals(session)) {
                boolean _ = remove(it.id());
            }
        }
    }
}
