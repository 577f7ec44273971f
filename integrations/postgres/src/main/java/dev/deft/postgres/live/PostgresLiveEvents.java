package dev.deft.postgres.live;

import dev.deft.postgres.connection.Database;
import dev.deft.server.store.LiveEvents;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Carries events to the listeners of this server at once, and to those of others by `NOTIFY`.
public final class PostgresLiveEvents implements LiveEvents, AutoCloseable {

    private final List<Consumer<LiveEvent>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<String>> forwarded = new CopyOnWriteArrayList<>();
    private final String incarnation;
    private final Payloads received;
    private final Notifier notifier;
    private final Notifications notifications;

    /// Begins to listen.
    ///
    /// @param incarnation of this server
    public PostgresLiveEvents(Database database, String incarnation) throws IOException {
        String channel = "deft_" + database.address().schema();
        this.incarnation = incarnation;
        this.received = new Payloads(incarnation);
        this.notifications = new Notifications(database, channel, this::receive, this::missed);
        this.notifier = new Notifier(database, channel, new Payloads(incarnation));
    }

    @Override
    public void publish(LiveEvent event) {
        listeners.forEach(it -> it.accept(event));
        notifier.add(new LiveMessage.Event(event), !(event instanceof LiveEvent.Moment));
    }

    /// Tells another server of a request for it, or of the response to one of its own.
    public void tell(String request, String server) {
        notifier.add(new LiveMessage.Forwarded(request, server), true);
    }

    /// Listens for requests and responses that are meant for this server.
    ///
    /// @param listener gets the id of the request; must return at once
    public Subscription subscribeToForwarded(Consumer<String> listener) {
        forwarded.add(listener);
        return () -> forwarded.remove(listener);
    }

    @Override
    public Subscription subscribe(Consumer<LiveEvent> listener) {
        // A subscription ends once, even if the same listener subscribed twice.
        Consumer<LiveEvent> own = event -> listener.accept(event);
        listeners.add(own);
        return () -> listeners.remove(own);
    }

    private void receive(String payload) {
        for (LiveMessage message : received.unpack(payload)) {
            switch (message) {
                case LiveMessage.Event(LiveEvent event) ->
                        listeners.forEach(it -> it.accept(event));
                case LiveMessage.Forwarded(String request, String to) -> {
                    if (to.equals(incarnation)) {
                        forwarded.forEach(it -> it.accept(request));
                    }
                }
            }
        }
    }

    private void missed() {
        received.forget();
        listeners.forEach(it -> it.accept(new LiveEvent.Gap()));
    }

    @Override
    public void close() {
        notifier.close();
        notifications.close();
    }
}
