package dev.deft.server.live;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionSummary;
import dev.deft.json.Json;
import dev.deft.server.store.OpenRequests.OpenRequest;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Sessions as clients see them. Facts of a log are kept as long as it does not change.
public final class SessionOverview {

    private static final int MOST_KEPT = 5_000;

    private final LiveSessions sessions;
    private final ServerStore store;
    private final ObservedStores stores;
    private final Map<SessionRef, SessionFold> kept =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<SessionRef, SessionFold> eldest) {
                    return size() > MOST_KEPT;
                }
            };

    SessionOverview(LiveSessions sessions, ServerStore store, ObservedStores stores) {
        this.sessions = sessions;
        this.store = store;
        this.stores = stores;
        stores.tell(this::written);
    }

    /// Facts of a session that is open here follow what it writes.
    private void written(SessionRef ref, long id, Json.Obj entry) {
        Optional<SessionFold> known = kept(ref);
        if (known.isPresent() && !known.get().add(Entry.of(entry))) {
            forget(ref);
        }
    }

    private Optional<SessionFold> kept(SessionRef ref) {
        synchronized (kept) {
            return Optional.ofNullable(kept.get(ref));
        }
    }

    /// A session that exists.
    public SessionView of(SessionRef ref) throws IOException {
        Optional<SessionFold> known = kept(ref);
        return known.isPresent() && stores.isOpen(ref) ? view(ref, known.get().facts()) : read(ref);
    }

    private SessionView read(SessionRef ref) throws IOException {
        SessionFold fold =
                SessionFold.read(stores.of(ref.workspace()), new SessionId(ref.session()));
        synchronized (kept) {
            kept.put(ref, fold);
        }
        return view(ref, fold.facts());
    }

    /// A session of a list; empty if it was deleted meanwhile.
    public Optional<SessionView> listed(String workspace, SessionSummary summary)
            throws IOException {
        try {
            return Optional.of(of(workspace, summary));
        } catch (NoSuchSessionException _) {
            return Optional.empty();
        }
    }

    private SessionView of(String workspace, SessionSummary summary) throws IOException {
        var ref = new SessionRef(workspace, summary.id());
        Optional<SessionFacts> known = kept(ref).map(SessionFold::facts);
        // A list says when a file changed, the log when its last entry was made.
        boolean current =
                known.filter(it -> !summary.modified().isAfter(it.modified().plusMillis(50)))
                        .isPresent();
        return current ? view(ref, known.orElseThrow()) : of(ref);
    }

    void forget(SessionRef ref) {
        synchronized (kept) {
            kept.remove(ref);
        }
    }

    /// The sessions of a workspace that match a query, last modified first.
    public List<SessionSummary> search(String workspace, String query) throws IOException {
        SessionStore sessionStore = stores.of(workspace);
        return sessionStore.search(query);
    }

    private SessionView view(SessionRef ref, SessionFacts facts) throws IOException {
        Optional<LiveSession> live = sessions.find(ref);
        int asking = requests(ref);
        return new SessionView(
                ref.workspace(),
                ref.session(),
                facts.title(),
                state(ref, facts, live, asking),
                facts.agent(),
                live.flatMap(it -> it.session().model()).or(facts::model),
                facts.created().map(Object::toString),
                facts.modified().toString(),
                facts.turns(),
                new SessionView.UsageView(
                        facts.usage().input(),
                        facts.usage().output(),
                        facts.usage().cacheRead(),
                        facts.usage().cacheWrite(),
                        facts.costs()),
                live.flatMap(LiveSession::context)
                        .map(it -> new SessionView.WindowView(it.tokens(), it.window())),
                facts.parent(),
                server(ref),
                live.map(LiveSession::waiting).orElse(0),
                asking,
                sessions.isOpenHere(ref),
                "/v1/workspaces/%s/sessions/%s".formatted(ref.workspace(), ref.session()));
    }

    private Optional<String> server(SessionRef ref) throws IOException {
        return sessions.isOpenHere(ref)
                ? Optional.of(store.cluster().server())
                : store.cluster().holder(ref);
    }

    private int requests(SessionRef ref) throws IOException {
        int count = 0;
        for (OpenRequest it : store.requests().list()) {
            count += it.session().equals(ref) ? 1 : 0;
        }
        return count;
    }

    private String state(SessionRef ref, SessionFacts facts, Optional<LiveSession> live, int asking)
            throws IOException {
        if (sessions.isInterrupted(ref)) {
            return "interrupted";
        }
        boolean works =
                live.isPresent()
                        ? live.get().isWorking()
                        // A sub-agent, a session of another server, or of a terminal.
                        : facts.runs();
        if (!works) {
            return "idle";
        }
        if (asking > 0) {
            return "waiting";
        }
        boolean held =
                live.isPresent()
                        || sessions.isOpenHere(ref)
                        || store.cluster().holder(ref).isPresent()
                        || sessions.isRecent(facts.modified());
        return held ? "running" : "interrupted";
    }
}
