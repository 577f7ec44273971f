package dev.deft.server.live;

import dev.deft.server.store.EventJournal;
import dev.deft.server.store.EventJournal.JournalEvent;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The latest events of the journal in memory, so that many clients follow it with one reader.
final class JournalWindow {

    private static final int MOST = 1_000;

    private final EventJournal journal;
    private final Deque<JournalEvent> events = new ArrayDeque<>();
    private long from;
    private long last;

    JournalWindow(EventJournal journal) throws IOException {
        this.journal = journal;
        this.last = journal.last();
        this.from = last;
    }

    /// Reads what is new.
    ///
    /// @return the new events, in order
    List<JournalEvent> readMore() throws IOException {
        List<JournalEvent> all = new ArrayList<>();
        List<JournalEvent> more;
        do {
            more = journal.after(last(), MOST);
            add(more);
            all.addAll(more);
        } while (more.size() == MOST);
        return all;
    }

    private synchronized void add(List<JournalEvent> more) {
        for (JournalEvent it : more) {
            events.addLast(it);
            last = it.number();
            if (events.size() > MOST) {
                from = events.removeFirst().number();
            }
        }
        if (!more.isEmpty()) {
            notifyAll();
        }
    }

    synchronized long last() {
        return last;
    }

    /// Waits for an event after one.
    synchronized void await(long after) throws InterruptedException {
        while (last <= after) {
            wait();
        }
    }

    /// The events after one, in order.
    List<JournalEvent> after(long number) throws IOException {
        synchronized (this) {
            if (number >= from) {
                return events.stream().filter(it -> it.number() > number).toList();
            }
        }
        return journal.after(number, MOST);
    }

    /// Whether all events after one are kept.
    boolean keepsAfter(long number) throws IOException {
        return number <= last() && number + 1 >= journal.first();
    }
}
