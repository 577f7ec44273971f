package dev.deft.server.live;

import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionStore;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.server.http.ApiResponse.EventSource;
import dev.deft.server.http.ApiResponse.EventWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The events of one session for one client: first what it missed, from the store, then what
/// happens, each entry once and in order.
final class SessionEvents implements EventSource {

    private final SessionFeed feed;
    private final SessionStore store;
    private final SessionId id;
    private final Optional<EventPosition> from;
    private final Standing standing;
    private EventPosition at = EventPosition.START;
    private boolean knowsMoments = true;
    private long noticed;

    /// What a client is told when it comes: the state of the session and what it asks.
    interface Standing {

        Json.Obj state() throws IOException;

        List<Json.Obj> requests() throws IOException;
    }

    /// @param from the last event that the client has; empty to begin at the last entry
    SessionEvents(
            SessionFeed feed,
            SessionStore store,
            SessionId id,
            Optional<EventPosition> from,
            Standing standing) {
        this.feed = feed;
        this.store = store;
        this.id = id;
        this.from = from;
        this.standing = standing;
    }

    @Override
    public void writeTo(EventWriter out) throws IOException, InterruptedException {
        feed.follow();
        try {
            begin(out);
            follow(out);
        } catch (NoSuchSessionException _) {
            // It was deleted; there will be no more events.
        } finally {
            feed.leave();
        }
    }

    private void begin(EventWriter out) throws IOException {
        tellStanding(out);
        if (from.isPresent()) {
            at = from.get();
            knowsMoments = feed.knows(at);
            if (!knowsMoments && at.isAfter(EventPosition.START)) {
                forget(out);
            }
            read(out, Long.MAX_VALUE);
            if (at.equals(from.get())) {
                notAhead(out);
            }
        } else {
            at = new EventPosition(last(), 0);
            knowsMoments = feed.knows(at);
        }
        if (!knowsMoments && feed.isUnfinished()) {
            snapshot(out);
        }
        knowsMoments = true;
    }

    /// Lets the client drop what it has of an unfinished answer, before it gets the entries that it
    /// missed: the connection may break in between.
    private void forget(EventWriter out) throws IOException {
        out.event(at.toString(), "snapshot", JsonText.write(new UnfinishedAnswer().json()));
    }

    /// A client may name an entry that there is not, for example of a deleted session.
    private void notAhead(EventWriter out) throws IOException {
        long last = last();
        if (at.entry() > last) {
            at = new EventPosition(last, 0);
            knowsMoments = false;
            forget(out);
        }
    }

    private long last() throws IOException {
        long known = feed.stored();
        List<Long> ids = new ArrayList<>(List.of(known));
        store.read(id, known, it -> ids.set(0, Math.max(ids.getFirst(), EntryView.id(it))));
        return ids.getFirst();
    }

    private void tellStanding(EventWriter out) throws IOException {
        noticed = feed.noticed();
        out.event("", "state", JsonText.write(standing.state()));
        for (Json.Obj it : standing.requests()) {
            out.event("", "request", JsonText.write(it));
        }
    }

    private void follow(EventWriter out) throws IOException, InterruptedException {
        while (!feed.isOver()) {
            long version = feed.version();
            if (!step(out)) {
                feed.await(version);
            }
        }
    }

    /// Sends what there is; false if there is nothing.
    private boolean step(EventWriter out) throws IOException {
        boolean sent = notices(out);
        for (SessionFeed.Next next : feed.after(at)) {
            sent = true;
            switch (next) {
                case SessionFeed.Next.Send it -> send(out, it);
                case SessionFeed.Next.Snapshot _ -> snapshot(out);
                case SessionFeed.Next.Read(long upTo) -> {
                    boolean lost = feed.lost(at);
                    if (lost) {
                        forget(out);
                    }
                    read(out, upTo);
                    if (lost) {
                        snapshot(out);
                    }
                }
            }
        }
        return sent;
    }

    private void send(EventWriter out, SessionFeed.Next.Send next) throws IOException {
        out.event(next.at().toString(), next.type(), next.data());
        at = next.at();
    }

    private void snapshot(EventWriter out) throws IOException {
        SessionFeed.Next.Snapshot now = feed.snapshot();
        if (now.at().entry() > at.entry()) {
            read(out, now.at().entry());
        }
        // After a restart the moments of an entry are counted anew.
        at = now.at().entry() == at.entry() ? now.at() : new EventPosition(at.entry(), 0);
        out.event(at.toString(), "snapshot", now.data());
    }

    private boolean notices(EventWriter out) throws IOException {
        if (noticed == feed.noticed()) {
            return false;
        }
        Optional<List<SessionFeed.Notice>> missed = feed.noticesAfter(noticed);
        if (missed.isEmpty()) {
            tellStanding(out);
            return true;
        }
        for (SessionFeed.Notice it : missed.get()) {
            out.event("", it.type(), it.data());
            noticed = it.number();
        }
        return true;
    }

    /// Sends entries of the store after the position, with the moments between them.
    private void read(EventWriter out, long upTo) throws IOException {
        List<Failure> failures = new ArrayList<>();
        store.read(
                id,
                at.entry(),
                entry -> {
                    long number = EntryView.id(entry);
                    if (failures.isEmpty() && number > at.entry() && number <= upTo) {
                        sendStored(out, entry, number, failures);
                    }
                });
        if (!failures.isEmpty()) {
            throw failures.getFirst().cause();
        }
    }

    private void sendStored(EventWriter out, Json.Obj entry, long number, List<Failure> failures) {
        try {
            if (knowsMoments) {
                for (SessionFeed.Next it : feed.momentsBefore(at, number)) {
                    if (it instanceof SessionFeed.Next.Send moment) {
                        send(out, moment);
                    }
                }
            }
            feed.stored(number);
            send(
                    out,
                    new SessionFeed.Next.Send(
                            new EventPosition(number, 0),
                            "entry",
                            JsonText.write(EntryView.of(entry))));
        } catch (IOException e) {
            failures.add(new Failure(e));
        }
    }

    /// Why the client is gone.
    private record Failure(IOException cause) {}
}
