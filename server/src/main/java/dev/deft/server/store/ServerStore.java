package dev.deft.server.store;

import dev.deft.agent.schedule.ScheduleStore;
import dev.deft.agent.session.SessionStore;
import java.io.IOException;

/// Everything a server stores: in files for one server, in a database for several. Thread-safe.
public interface ServerStore extends AutoCloseable {

    /// `files` or `postgresql`.
    String kind();

    SessionStore sessions(ServedWorkspace workspace);

    ScheduleStore schedules(ServedWorkspace workspace);

    TokenStore tokens();

    OpenRequests requests();

    StoredReplies replies();

    AuditLog audit();

    EventJournal journal();

    LiveEvents live();

    Cluster cluster();

    /// Whether it works now.
    ///
    /// @throws IOException with a sentence for people if it does not
    void check() throws IOException;

    @Override
    void close();
}
