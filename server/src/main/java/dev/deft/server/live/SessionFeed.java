package dev.deft.server.live;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// What happens in one session, for those who follow it: how far its log is, its latest entries and
/// moments, and notices such as a changed state. Followers pull at their own pace, so that a slow
/// one holds up nobody and needs no buffer; whoever falls behind the ring gets a snapshot.
final class SessionFeed {

    private static final int MOST_MOMENTS = 2_000;
    private static final int MOST_CHARS = 512 * 1024;
    private static final int MOST_ENTRIES = 256;
    private static final int MOST_NOTICES = 200;

    private final Deque<Moment> moments = new ArrayDeque<>();
    private final NavigableMap<Long, String> entries = new TreeMap<>();
    private final Deque<Notice> notices = new ArrayDeque<>();
    private final UnfinishedAnswer unfinished = new UnfinishedAnswer();
    private EventPosition dropped = EventPosition.START;
    private EventPosition latest = EventPosition.START;
    private Optional<EventPosition> begun = Optional.empty();
    private int momentChars;
    private int entryChars;
    private long stored;
    private long since = Long.MAX_VALUE;
    private long noticed;
    private long version;
    private int followers;
    private boolean over;

    /// Something of the moment.
    record Moment(EventPosition at, String data) {}

    /// Something without an id, such as a changed state.
    record Notice(long number, String type, String data) {}

    /// What a follower does next.
    sealed interface Next {

        /// Sends an event that has an id.
        record Send(EventPosition at, String type, String data) implements Next {}

        /// Sends what is known of the unfinished answer, and goes on from there.
        record Snapshot(EventPosition at, String data) implements Next {}

        /// Reads entries from the store up to one.
        record Read(long upTo) implements Next {}
    }

    synchronized void follow() {
        followers++;
    }

    synchronized void leave() {
        followers--;
        if (followers == 0) {
            entries.clear();
            entryChars = 0;
        }
    }

    synchronized boolean isFollowed() {
        return followers > 0;
    }

    /// An entry that is about to be stored; kept for those who follow.
    synchronized void entry(long id, Json.Obj entry) {
        if (followers == 0) {
            return;
        }
        String data = JsonText.write(EntryView.of(entry));
        entries.put(id, data);
        entryChars += data.length();
        while (entries.size() > MOST_ENTRIES || entryChars > MOST_CHARS) {
            entryChars -= entries.pollFirstEntry().getValue().length();
        }
    }

    synchronized void stored(long entry) {
        since = Math.min(since, entry);
        if (entry > stored) {
            stored = entry;
            changed();
        }
    }

    synchronized long stored() {
        return stored;
    }

    synchronized void moment(EventPosition at, Json.Obj data) {
        if (!at.isAfter(latest)) {
            return;
        }
        boolean gap = at.entry() == latest.entry() && at.moment() != latest.moment() + 1;
        if (gap || (at.entry() != latest.entry() && at.moment() != 1)) {
            forget(new EventPosition(at.entry(), at.moment() - 1));
        }
        latest = at;
        since = Math.min(since, at.entry() + 1);
        stored = Math.max(stored, at.entry());
        unfinished.add(data);
        begun = unfinished.isEmpty() ? Optional.empty() : begun.or(() -> Optional.of(at));
        var moment = new Moment(at, JsonText.write(data));
        moments.addLast(moment);
        momentChars += moment.data().length();
        while (moments.size() > MOST_MOMENTS || (momentChars > MOST_CHARS && moments.size() > 1)) {
            Moment first = moments.removeFirst();
            momentChars -= first.data().length();
            dropped = first.at();
        }
        changed();
    }

    private void forget(EventPosition upTo) {
        moments.clear();
        momentChars = 0;
        dropped = upTo.isAfter(dropped) ? upTo : dropped;
    }

    /// Moments may have been missed.
    synchronized void gap() {
        forget(latest);
        unfinished.clear();
        begun = Optional.empty();
        changed();
    }

    synchronized void notice(String type, String data) {
        noticed++;
        notices.addLast(new Notice(noticed, type, data));
        if (notices.size() > MOST_NOTICES) {
            notices.removeFirst();
        }
        changed();
    }

    /// The session is deleted.
    synchronized void end() {
        over = true;
        changed();
    }

    synchronized boolean isOver() {
        return over;
    }

    private void changed() {
        version++;
        notifyAll();
    }

    synchronized long version() {
        return version;
    }

    /// Waits until something happens after a version.
    synchronized void await(long seen) throws InterruptedException {
        while (version == seen) {
            wait();
        }
    }

    synchronized long noticed() {
        return noticed;
    }

    /// The notices after one; empty if some of them are not kept any more.
    synchronized Optional<List<Notice>> noticesAfter(long number) {
        boolean kept =
                number >= noticed
                        || (!notices.isEmpty() && notices.getFirst().number() <= number + 1);
        return kept
                ? Optional.of(notices.stream().filter(it -> it.number() > number).toList())
                : Optional.empty();
    }

    /// Whether a client that names a position has, with the moments after it, all of the unfinished
    /// answer. Moments before a restart are not known; and one that names an entry in the middle of
    /// an answer may have lost its connection while it caught up.
    synchronized boolean knows(EventPosition at) {
        if (at.moment() == 0) {
            boolean middle = begun.filter(at::isAfter).isPresent();
            return at.entry() >= since && !dropped.isAfter(at) && !middle;
        }
        return at.equals(latest)
                || at.equals(dropped)
                || moments.stream().anyMatch(it -> it.at().equals(at));
    }

    /// Whether moments after a position are not kept any more.
    synchronized boolean lost(EventPosition at) {
        return dropped.isAfter(at);
    }

    synchronized boolean isUnfinished() {
        return !unfinished.isEmpty();
    }

    /// The unfinished answer as of now.
    synchronized Next.Snapshot snapshot() {
        EventPosition at = latest.entry() >= stored ? latest : new EventPosition(stored, 0);
        return new Next.Snapshot(at, JsonText.write(unfinished.json()));
    }

    /// Moments of an entry after a position, before the next entry.
    synchronized List<Next> momentsBefore(EventPosition from, long entry) {
        List<Next> found = new ArrayList<>();
        for (Moment it : moments) {
            if (it.at().isAfter(from) && it.at().entry() < entry) {
                found.add(new Next.Send(it.at(), "live", it.data()));
            }
        }
        return found;
    }

    /// What comes after a position, in order, as far as it is known here.
    synchronized List<Next> after(EventPosition from) {
        List<Next> next = new ArrayList<>();
        if (dropped.isAfter(from)) {
            next.add(stored > from.entry() ? new Next.Read(stored) : snapshot());
            return next;
        }
        EventPosition at = from;
        for (Moment it : moments) {
            if (!it.at().isAfter(at)) {
                continue;
            }
            if (!addEntries(next, at.entry(), it.at().entry())) {
                return next;
            }
            next.add(new Next.Send(it.at(), "live", it.data()));
            at = it.at();
        }
        boolean _ = addEntries(next, at.entry(), stored);
        return next;
    }

    /// Adds the entries after one; false if they have to be read.
    private boolean addEntries(List<Next> next, long from, long upTo) {
        for (long id = from + 1; id <= upTo; id++) {
            String data = entries.get(id);
            if (data == null) {
                next.add(new Next.Read(upTo));
                return false;
            }
            next.add(new Next.Send(new EventPosition(id, 0), "entry", data));
        }
        return true;
    }
}
