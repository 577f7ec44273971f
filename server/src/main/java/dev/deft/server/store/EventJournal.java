package dev.deft.server.store;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.List;

/// What happened on all servers, in one order, for lists that follow it: sessions that began, ended
/// or changed, requests that were made and answered. Without the contents of sessions. The newest
/// ones are kept.
public interface EventJournal {

    /// An event.
    ///
    /// @param number counts up, on all servers and across restarts
    /// @param type such as `session`
    /// @param workspace its id, since not everybody may see each
    record JournalEvent(long number, String type, String workspace, Json.Obj data) {}

    /// Appends an event, then tells [LiveEvents] of it.
    ///
    /// @return its number
    long add(String type, String workspace, Json.Obj data) throws IOException;

    /// The events after one, in order.
    List<JournalEvent> after(long number, int most) throws IOException;

    /// The number of the first event that is kept; clients that saw less must read their lists
    /// again.
    long first() throws IOException;

    /// The number of the last event; 0 if there was none.
    long last() throws IOException;
}
