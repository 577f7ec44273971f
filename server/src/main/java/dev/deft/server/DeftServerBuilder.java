package dev.deft.server;

import dev.deft.engine.EngineBuilder;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.server.listener.ListenerSettings;
import dev.deft.server.live.ObservedStores;
import dev.deft.server.metrics.ServerMetrics;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.ServerStore;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/// Describes a server. Everything but the store and the workspaces is optional. Not thread-safe.
///
/// ```java
/// DeftServerBuilder builder = DeftServer.builder(store, workspaces);
/// try (Engine engine = builder.prepare(Engine.builder()).build();
///         DeftServer server = builder.start(choices)) {
///     System.out.println(server.port());
/// }
/// ```
public final class DeftServerBuilder {

    private final ServerStore store;
    private final List<ServedWorkspace> served;
    private final ServerMetrics metrics = new ServerMetrics();
    private ListenerSettings listener = ListenerSettings.loopback(0);
    private String version = "0";
    private InstantSource clock = InstantSource.system();
    private Consumer<String> notices = DeftServerBuilder::log;
    private boolean schedules = true;
    private final ObservedStores stores;

    DeftServerBuilder(ServerStore store, List<ServedWorkspace> served) {
        this.store = store;
        this.served = List.copyOf(served);
        this.stores = new ObservedStores(store, served, text -> notices.accept(text));
    }

    private static void log(String notice) {
        System.getLogger("dev.deft").log(System.Logger.Level.WARNING, notice);
    }

    /// Sets where to listen, instead of on any free port of this machine.
    public DeftServerBuilder listener(ListenerSettings settings) {
        listener = settings;
        return this;
    }

    /// Sets the version of the program that clients are told.
    public DeftServerBuilder version(String text) {
        version = text;
        return this;
    }

    /// Sets the clock.
    public DeftServerBuilder clock(InstantSource other) {
        clock = other;
        return this;
    }

    /// Sets the receiver of notices for the owner of the server, one sentence each.
    public DeftServerBuilder notices(Consumer<String> receiver) {
        notices = receiver;
        return this;
    }

    /// Runs no scheduled jobs; other servers or `deft cron run` do.
    public DeftServerBuilder withoutSchedules() {
        schedules = false;
        return this;
    }

    /// Gives an engine the stores of the server. The server works with no other engine.
    public EngineBuilder prepare(EngineBuilder engine) {
        return engine.store(stores::sessions).schedules(stores::schedules).listener(metrics::call);
    }

    /// Starts the server.
    ///
    /// @param choices with the engine that was prepared here; closed by the caller, after the
    ///   server
    /// @throws IOException with a sentence for people if it cannot listen, or may not
    public DeftServer start(AgentChoices choices) throws IOException {
        return DeftServer.start(
                new DeftServer.Setup(
                        store, served, stores, metrics, listener, version, clock, notices,
                        schedules),
                choices);
    }
}
