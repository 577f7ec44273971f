package dev.deft.server.live;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.file.FileSessionStore;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.server.store.EventJournal.JournalEvent;
import dev.deft.server.store.LiveEvents;
import dev.deft.server.store.LiveEvents.LiveEvent;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// What happens in all sessions, on all servers, told to those who follow them here.
public final class SessionFeeds implements AutoCloseable {

    /// How many sessions that nobody follows are remembered.
    private static final int MOST_UNFOLLOWED = 500;

    /// How often the logs of sessions that other processes may write are looked at.
    private static final long LOOK_MILLIS = 400;

    private final ObservedStores stores;
    private final Map<SessionRef, SessionFeed> feeds = new ConcurrentHashMap<>();
    private final Map<SessionRef, LogStamp> seen = new HashMap<>();
    private final JournalWindow window;
    private final Semaphore journaled = new Semaphore(0);
    private final LiveEvents.Subscription subscription;
    private final Thread reader;
    private final Thread looker;

    private record LogStamp(long size, FileTime modified) {}

    public SessionFeeds(ServerStore store, ObservedStores stores) throws IOException {
        this.stores = stores;
        this.window = new JournalWindow(store.journal());
        this.subscription = store.live().subscribe(this::happened);
        stores.tell((session, id, entry) -> find(session, it -> it.entry(id, entry)));
        this.reader = Thread.ofVirtual().name("journal").start(this::readJournal);
        this.looker = Thread.ofVirtual().name("logs").start(this::lookAtLogs);
    }

    private interface Action {

        void on(SessionFeed feed);
    }

    private void find(SessionRef session, Action action) {
        SessionFeed feed = feeds.get(session);
        if (feed != null) {
            action.on(feed);
        }
    }

    /// The feed of a session.
    SessionFeed of(SessionRef session) {
        SessionFeed known = feeds.get(session);
        if (known != null) {
            return known;
        }
        if (feeds.size() > MOST_UNFOLLOWED) {
            feeds.values().removeIf(it -> !it.isFollowed());
        }
        return feeds.computeIfAbsent(session, _ -> new SessionFeed());
    }

    JournalWindow journal() {
        return window;
    }

    private void happened(LiveEvent event) {
        switch (event) {
            case LiveEvent.Stored it -> find(it.session(), feed -> feed.stored(it.entry()));
            case LiveEvent.Moment it ->
                    of(it.session()).moment(new EventPosition(it.after(), it.number()), it.data());
            case LiveEvent.Journaled _ -> journaled.release();
            case LiveEvent.Gap _ -> {
                feeds.values().forEach(SessionFeed::gap);
                feeds.forEach((session, feed) -> refresh(session, feed));
                journaled.release();
            }
        }
    }

    /// Followers read again what is stored.
    private void refresh(SessionRef session, SessionFeed feed) {
        if (feed.isFollowed()) {
            Thread.startVirtualThread(() -> look(session, feed));
        }
    }

    private void readJournal() {
        try {
            while (true) {
                journaled.acquire();
                int _ = journaled.drainPermits();
                tell();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell() {
        try {
            for (JournalEvent it : window.readMore()) {
                tell(it);
            }
        } catch (IOException e) {
            stores.notices().accept("The journal cannot be read: " + e.getMessage());
        }
    }

    private void tell(JournalEvent event) {
        String id = event.data().text("session").or(() -> event.data().text("id")).orElse("");
        var session = new SessionRef(event.workspace(), id);
        String data = JsonText.write(event.data());
        switch (event.type()) {
            case "session" -> find(session, it -> it.notice("state", data));
            case "session_deleted" -> {
                find(session, SessionFeed::end);
                feeds.remove(session);
            }
            case "request" -> find(session, it -> it.notice("request", data));
            case "request_closed" ->
                    find(session, it -> it.notice("request_closed", closed(event)));
            default -> {}
        }
    }

    private static String closed(JournalEvent event) {
        Json.Obj closed = Json.Obj.EMPTY.with("id", event.data().text("id").orElse(""));
        return JsonText.write(
                event.data()
                        .text("answered_by")
                        .map(it -> closed.with("answered_by", it))
                        .orElse(closed));
    }

    /// Follows sessions that other processes, such as a terminal, may have open.
    private void lookAtLogs() {
        try {
            while (true) {
                Thread.sleep(LOOK_MILLIS);
                feeds.forEach((session, feed) -> {
                    if (feed.isFollowed() && !stores.isOpen(session)) {
                        look(session, feed);
                    }
                });
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(SessionRef session, SessionFeed feed) {
        SessionStore store = stores.of(session.workspace());
        var id = new SessionId(session.session());
        try {
            if (store.unwrapped() instanceof FileSessionStore files
                    && !grew(session, files.log(id))) {
                return;
            }
            long known = feed.stored();
            store.read(id, known, it -> feed.stored(EntryView.id(it)));
        } catch (IOException _) {
            // It was deleted, or cannot be read now; the next look tries again.
        }
    }

    private boolean grew(SessionRef session, Path log) throws IOException {
        try {
            var now = new LogStamp(Files.size(log), Files.getLastModifiedTime(log));
            synchronized (seen) {
                return !now.equals(seen.put(session, now));
            }
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    @Override
    public void close() {
        subscription.close();
        reader.interrupt();
        looker.interrupt();
        feeds.values().forEach(SessionFeed::end);
    }
}
