package dev.deft.mcp.server.http;

import dev.deft.mcp.server.method.McpEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// The sessions on HTTP. There are only so many: the one that was not used for longest goes first.
final class HttpSessions implements AutoCloseable {

    private static final int MAX_SESSIONS = 100;
    private static final Duration IDLE = Duration.ofHours(2);

    private final McpEndpoint endpoint;
    private final InstantSource clock;
    private final Map<String, HttpSession> sessions = new ConcurrentHashMap<>();

    HttpSessions(McpEndpoint endpoint, InstantSource clock) {
        this.endpoint = endpoint;
        this.clock = clock;
    }

    /// {@return empty if all sessions are busy}
    Optional<HttpSession> create() {
        expire();
        synchronized (sessions) {
            if (sessions.size() >= MAX_SESSIONS && !removeOldest()) {
                return Optional.empty();
            }
            var session = new HttpSession(UUID.randomUUID().toString(), endpoint, clock);
            sessions.put(session.id(), session);
            return Optional.of(session);
        }
    }

    private void expire() {
        Instant before = clock.instant().minus(IDLE);
        List<HttpSession> old = new ArrayList<>(sessions.values());
        old.removeIf(it -> it.isBusy() || it.used().isAfter(before));
        old.forEach(it -> remove(it.id()));
    }

    private boolean removeOldest() {
        Optional<HttpSession> oldest =
                sessions.values().stream()
                        .filter(it -> !it.isBusy())
                        .min(Comparator.comparing(HttpSession::used));
        return oldest.isPresent() && remove(oldest.get().id());
    }

    Optional<HttpSession> find(String id) {
        Optional<HttpSession> found = Optional.ofNullable(sessions.get(id));
        found.ifPresent(HttpSession::use);
        return found;
    }

    /// {@return whether there was one}
    boolean remove(String id) {
        HttpSession removed = sessions.remove(id);
        if (removed == null) {
            return false;
        }
        removed.close();
        return true;
    }

    @Override
    public void close() {
        List.copyOf(sessions.keySet()).forEach(this::remove);
    }
}
