package dev.deft.telemetry;

import dev.deft.engine.observe.EngineObserver;
import dev.deft.engine.observe.ObservedSession;
import dev.deft.engine.observe.SessionObserver;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Reports what an engine does to an OpenTelemetry.
final class TracedEngine implements EngineObserver {

    private static final String SCOPE = "dev.deft";

    private final Tracer tracer;
    private final Instruments instruments;
    private final boolean contents;
    private final Map<CallKey, Context> calls = new ConcurrentHashMap<>();

    /// A call that runs, in any session.
    private record CallKey(String session, String callId) {}

    /// @param contents whether spans have prompts, arguments, results and commands
    TracedEngine(OpenTelemetry openTelemetry, boolean contents) {
        this.tracer = openTelemetry.getTracer(SCOPE);
        this.instruments = new Instruments(openTelemetry.getMeter(SCOPE));
        this.contents = contents;
    }

    @Override
    public SessionObserver open(ObservedSession session) {
        Optional<Context> parent = session.parent().flatMap(it -> call(it.session(), it.callId()));
        return new TracedSession(this, session, parent, new Contents(contents, session.mask()));
    }

    Tracer tracer() {
        return tracer;
    }

    Instruments instruments() {
        return instruments;
    }

    /// The span of a call that still runs.
    Optional<Context> call(String session, String callId) {
        return Optional.ofNullable(calls.get(new CallKey(session, callId)));
    }

    void callBegan(String session, String callId, Context span) {
        calls.put(new CallKey(session, callId), span);
    }

    void callEnded(String session, String callId) {
        calls.remove(new CallKey(session, callId));
    }
}
