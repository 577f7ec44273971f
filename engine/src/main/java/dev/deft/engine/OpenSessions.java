package dev.deft.engine;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The sessions of a workspace that are open in this process.
final class OpenSessions {

    private final Map<String, Session> open = new ConcurrentHashMap<>();

    void add(Session session) {
        open.put(session.id(), session);
    }

    void remove(Session session) {
        open.remove(session.id(), session);
    }

    Optional<Session> find(String id) {
        return Optional.ofNullable(open.get(id));
    }
}
