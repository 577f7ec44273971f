package dev.deft.server.api.usage;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionSummary;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// What the sessions of a workspace used. Of a session that changed, only the new entries are read.
final class WorkspaceUsage {

    /// How many sessions may be read again after a restart, so that not every request writes.
    private static final int MOST_UNSAVED = 16;

    private final SessionStore store;
    private final UsageFile file;
    private Map<String, SessionUsage> sessions = Map.of();
    private boolean loaded;
    private int unsaved;

    WorkspaceUsage(SessionStore store, UsageFile file) {
        this.store = store;
        this.file = file;
    }

    /// The sums as of now.
    synchronized List<UsageSum> sums() throws IOException {
        if (!loaded) {
            sessions = file.read();
            loaded = true;
        }
        Map<String, SessionUsage> current = new LinkedHashMap<>();
        for (SessionSummary it : store.list()) {
            SessionUsage known = sessions.getOrDefault(it.id(), SessionUsage.NONE);
            String modified = it.modified().toString();
            boolean same = known.modified().equals(modified);
            current.put(it.id(), same ? known : brought(it.id(), known).asOf(modified));
            unsaved += same ? 0 : 1;
        }
        sessions = current;
        if (unsaved >= MOST_UNSAVED) {
            file.write(current);
            unsaved = 0;
        }
        List<UsageSum> all = new ArrayList<>();
        sessions.values().forEach(it -> all.addAll(it.sums()));
        return all;
    }

    private SessionUsage brought(String id, SessionUsage known) throws IOException {
        var fold = new Fold(known);
        try {
            store.read(new SessionId(id), known.last(), fold);
        } catch (NoSuchSessionException _) {
            // It was deleted since it was listed.
            return SessionUsage.NONE;
        }
        return fold.usage;
    }

    /// Counts entries.
    private static final class Fold implements Consumer<Json.Obj> {

        private SessionUsage usage;

        Fold(SessionUsage usage) {
            this.usage = usage;
        }

        @Override
        public void accept(Json.Obj entry) {
            usage = usage.plus(Entry.of(entry));
        }
    }
}
