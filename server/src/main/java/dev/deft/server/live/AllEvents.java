package dev.deft.server.live;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiResponse.EventSource;
import dev.deft.server.http.ApiResponse.EventWriter;
import dev.deft.server.store.EventJournal.JournalEvent;
import java.io.IOException;
import java.util.OptionalLong;

/// The events of all sessions that somebody may see.
final class AllEvents implements EventSource {

    private final JournalWindow window;
    private final Principal principal;
    private final OptionalLong from;
    private final Json.Obj hello;

    /// @param from the last event that the client has; empty for what comes from now on
    AllEvents(JournalWindow window, Principal principal, OptionalLong from, Json.Obj hello) {
        this.window = window;
        this.principal = principal;
        this.from = from;
        this.hello = hello;
    }

    @Override
    public void writeTo(EventWriter out) throws IOException, InterruptedException {
        out.event("", "hello", JsonText.write(hello));
        long at = from.orElse(window.last());
        if (from.isPresent() && !window.keepsAfter(at)) {
            at = window.last();
            out.event(Long.toString(at), "reset", "{}");
        }
        while (true) {
            for (JournalEvent it : window.after(at)) {
                if (principal.sees(it.workspace())) {
                    out.event(Long.toString(it.number()), it.type(), JsonText.write(it.data()));
                }
                at = it.number();
            }
            window.await(at);
        }
    }
}
