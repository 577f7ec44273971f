package dev.deft.acp;

import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import dev.deft.json.Json;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The recorded sessions of the workspaces that a client has worked in.
final class AcpSessionList {

    private static final int PAGE = 50;
    private static final String CURSOR = "from-";

    private final Engine engine;
    private final Set<Path> roots = ConcurrentHashMap.newKeySet();
    private final Map<Json, String> began = new ConcurrentHashMap<>();

    AcpSessionList(Engine engine) {
        this.engine = engine;
    }

    void knows(Path root) {
        roots.add(root);
    }

    /// A request has begun a session.
    void began(Json request, String id) {
        began.put(request, id);
    }

    /// The session that a request has begun, once.
    Optional<String> takeNew(Json request) {
        return Optional.ofNullable(began.remove(request));
    }

    boolean exists(Path root, String id) throws IOException {
        if (!SessionId.isValid(id)) {
            return false;
        }
        try (Workspace workspace = engine.workspace(root)) {
            return workspace.sessions().ids().contains(id);
        }
    }

    void delete(String id) throws IOException {
        for (Path root : roots) {
            if (exists(root, id)) {
                try (Workspace workspace = engine.workspace(root)) {
                    workspace.sessions().delete(new SessionId(id));
                } catch (NoSuchSessionException _) {
                    // Somebody else was quicker.
                }
            }
        }
    }

    /// A session with its workspace.
    private record Listed(Path root, SessionSummary summary) {

        Json json() {
            Json.Obj info =
                    Json.Obj.EMPTY
                            .with("sessionId", summary.id())
                            .with("cwd", root.toString())
                            .with("updatedAt", summary.modified().toString());
            return summary.title().isBlank() ? info : info.with("title", summary.title());
        }
    }

    /// Answers `session/list`, the latest session first.
    Json list(AcpParams params) throws RpcException, IOException {
        List<Listed> all = new ArrayList<>();
        for (Path root : roots(params)) {
            try (Workspace workspace = engine.workspace(root)) {
                for (SessionSummary it : workspace.sessions().find("")) {
                    if (it.parent().isEmpty()) {
                        all.add(new Listed(root, it));
                    }
                }
            }
        }
        all.sort(Comparator.comparing((Listed it) -> it.summary().modified()).reversed());
        int from = from(params, all.size());
        int to = Math.min(all.size(), from + PAGE);
        Json.Obj page =
                Json.Obj.EMPTY.with(
                        "sessions",
                        new Json.Arr(all.subList(from, to).stream().map(Listed::json).toList()));
        return to < all.size() ? page.with("nextCursor", CURSOR + to) : page;
    }

    private Set<Path> roots(AcpParams params) throws RpcException {
        Optional<String> only = params.optionalText("cwd");
        if (only.isEmpty()) {
            return Set.copyOf(roots);
        }
        try {
            Path given = Path.of(only.get());
            if (!given.isAbsolute()) {
                throw RpcException.invalidParams(
                        "params.cwd must be an absolute path, not \"%s\".".formatted(only.get()));
            }
            if (!Files.isDirectory(given)) {
                return Set.of();
            }
            Path root = given.toRealPath();
            knows(root);
            return Set.of(root);
        } catch (IOException | InvalidPathException _) {
            return Set.of();
        }
    }

    private static int from(AcpParams params, int most) throws RpcException {
        String cursor = params.optionalText("cursor").orElse(CURSOR + "0");
        try {
            int from =
                    cursor.startsWith(CURSOR)
                            ? Integer.parseInt(cursor.substring(CURSOR.length()))
                            : -1;
            if (from >= 0 && from <= most) {
                return from;
            }
        } catch (NumberFormatException _) {
            // Like any other text that no answer had.
        }
        throw RpcException.invalidParams(
                "params.cursor must be one that session/list returned, not \"%s\"."
                        .formatted(cursor));
    }
}
