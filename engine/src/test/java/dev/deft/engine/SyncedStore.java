package dev.deft.engine;

import dev.deft.agent.session.DelegatingLease;
import dev.deft.agent.session.DelegatingStore;
import dev.deft.agent.session.InMemorySessionStore;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A store that tells which entries each sync of its disk covered, and whose disk can fail.
final class SyncedStore extends DelegatingStore {

    private final Consumer<List<String>> onSync;
    private final List<String> unsynced = new ArrayList<>();
    private Optional<String> failsAt = Optional.empty();

    /// @param onSync gets the roles of the entries that a sync covers, before it ends
    SyncedStore(Consumer<List<String>> onSync) {
        super(new InMemorySessionStore());
        this.onSync = onSync;
    }

    /// The next sync that covers an entry of this role fails.
    void failAt(String role) {
        failsAt = Optional.of(role);
    }

    synchronized boolean isAllDurable() {
        return unsynced.isEmpty();
    }

    private synchronized long written(Json.Obj entry, long id) {
        unsynced.add(entry.text("role").orElse(""));
        return id;
    }

    private synchronized void sync() throws IOException {
        if (unsynced.isEmpty()) {
            return;
        }
        if (failsAt.isPresent() && unsynced.contains(failsAt.get())) {
            failsAt = Optional.empty();
            throw new IOException("the disk is broken");
        }
        onSync.accept(List.copyOf(unsynced));
        unsynced.clear();
    }

    @Override
    public SessionLease lease(SessionId id) throws IOException {
        return new Lease(super.lease(id));
    }

    @Override
    public SessionLease create(SessionId id) throws IOException {
        return new Lease(super.create(id));
    }

    private final class Lease extends DelegatingLease {

        Lease(SessionLease lease) {
            super(lease);
        }

        @Override
        public long put(Json.Obj entry) throws IOException {
            return written(entry, super.put(entry));
        }

        @Override
        public long put(Json.Obj entry, long parent) throws IOException {
            return written(entry, super.put(entry, parent));
        }

        @Override
        public void await(long id) throws IOException {
            sync();
        }
    }
}
