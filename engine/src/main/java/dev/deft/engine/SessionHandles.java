package dev.deft.engine;

import dev.deft.engine.network.SessionNetwork;
import dev.deft.host.Network;
import dev.deft.host.Progress;
import dev.deft.os.CallHandles;
import dev.deft.os.CallLifetime;
import dev.deft.run.PreparedCall;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Opens the handles of a session's calls beside files and commands, each on first use.
final class SessionHandles implements CallHandles.Opener {

    private final Map<Class<?>, Factory<?>> factories = new HashMap<>();
    private final SessionNetwork network;

    SessionHandles(SessionNetwork network) {
        this.network = network;
    }

    /// Registers a handle, by the interface that tools ask for.
    <T> SessionHandles with(Class<T> type, Factory<T> factory) {
        factories.put(type, factory);
        return this;
    }

    @Override
    public CallHandles open(PreparedCall<?> call, Progress progress, CallLifetime lifetime) {
        return new Handles(network, factories, new OpenCall(call, progress, lifetime));
    }

    /// The call that a handle is opened for.
    ///
    /// @param lifetime which the handle checks before it acts
    record OpenCall(PreparedCall<?> call, Progress progress, CallLifetime lifetime) {}

    /// Opens a handle for one call.
    @FunctionalInterface
    interface Factory<T> {

        T open(OpenCall call) throws IOException;
    }

    /// The handles of one call.
    private record Handles(
            SessionNetwork network, Map<Class<?>, Factory<?>> factories, OpenCall call)
            implements CallHandles {

        @Override
        public Network net() {
            return network.open(call.call(), call.lifetime());
        }

        @Override
        public <T> Optional<T> find(Class<T> type) throws IOException {
            Factory<?> factory = factories.get(type);
            return factory == null ? Optional.empty() : Optional.of(type.cast(factory.open(call)));
        }
    }
}
