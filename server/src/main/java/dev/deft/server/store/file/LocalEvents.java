package dev.deft.server.store.file;

import dev.deft.server.store.LiveEvents;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Carries events within one process.
public final class LocalEvents implements LiveEvents {

    private final List<Consumer<LiveEvent>> listeners = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LiveEvent event) {
        listeners.forEach(it -> it.accept(event));
    }

    @Override
    public Subscription subscribe(Consumer<LiveEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
