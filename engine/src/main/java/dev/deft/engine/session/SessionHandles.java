package dev.deft.engine.session;

import dev.deft.engine.network.SessionNetwork;
import dev.deft.host.Network;
import dev.deft.host.Progress;
import dev.deft.host.WorkspaceFiles;
import dev.deft.os.CallHandles;
import dev.deft.os.CallLifetime;
import dev.deft.run.PreparedCall;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Opens the handles of a session's calls beside files and commands, each on first use.
public final class SessionHandles implements CallHandles.Opener {

    private final Map<Class<?>, Factory<?>> factories = new HashMap<>();
    private final SessionNetwork network;
    private Optional<Reviewer> reviewer = Optional.empty();
    private Function<String, List<String>> notes = _ -> List.of();
    private Optional<Listener> listener = Optional.empty();

    public SessionHandles(SessionNetwork network) {
        this.network = network;
    }

    /// Registers a handle, by the interface that tools ask for.
    public <T> SessionHandles with(Class<T> type, Factory<T> factory) {
        factories.put(type, factory);
        return this;
    }

    /// Sets what looks at the changes of a call before its result is shown.
    public SessionHandles reviewedBy(Reviewer other) {
        reviewer = Optional.of(other);
        return this;
    }

    /// Sets what the result of a call that changed files says at its end.
    ///
    /// @param other the notes, by the id of the call
    public SessionHandles notedBy(Function<String, List<String>> other) {
        notes = other;
        return this;
    }

    /// Sets what is told of each result.
    public SessionHandles telling(Listener other) {
        listener = Optional.of(other);
        return this;
    }

    @Override
    public CallHandles open(PreparedCall<?> call, Progress progress, CallLifetime lifetime) {
        return new Handles(
                network,
                factories,
                reviewer,
                notes,
                listener,
                new OpenCall(call, progress, lifetime));
    }

    /// The call that a handle is opened for.
    ///
    /// @param lifetime which the handle checks before it acts
    public record OpenCall(PreparedCall<?> call, Progress progress, CallLifetime lifetime) {}

    /// Opens a handle for one call.
    @FunctionalInterface
    public interface Factory<T> {

        T open(OpenCall call) throws IOException;
    }

    /// Adds to the result of a call what its changes of files bring.
    @FunctionalInterface
    public interface Reviewer {

        ToolResult.Output reviewed(ToolResult.Output output, List<WorkspaceFiles.Changed> changes)
                throws InterruptedException;
    }

    /// Is told of the result of a call, and may add to it.
    @FunctionalInterface
    public interface Listener {

        ToolResult.Output told(PreparedCall<?> call, ToolResult.Output output)
                throws InterruptedException;
    }

    /// The handles of one call.
    private record Handles(
            SessionNetwork network,
            Map<Class<?>, Factory<?>> factories,
            Optional<Reviewer> reviewer,
            Function<String, List<String>> notes,
            Optional<Listener> listener,
            OpenCall call)
            implements CallHandles {

        @Override
        public ToolResult.Output reviewed(
                ToolResult.Output output, List<WorkspaceFiles.Changed> changes)
                throws InterruptedException {
            ToolResult.Output noted = output;
            for (String note : notes.apply(call.call().callId())) {
                noted = noted.noting(note);
            }
            return reviewer.isPresent() ? reviewer.get().reviewed(noted, changes) : noted;
        }

        @Override
        public ToolResult.Output told(ToolResult.Output output) throws InterruptedException {
            return listener.isPresent() ? listener.get().told(call.call(), output) : output;
        }

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
