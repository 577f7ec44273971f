package dev.deft.telemetry;

import dev.deft.engine.observe.EngineObserver;
import io.opentelemetry.api.OpenTelemetry;

/// Traces and metrics of an engine, by the semantic conventions for generative AI.
///
/// ```java
/// Engine engine = Engine.builder().observer(Telemetry.observer(openTelemetry)).build();
/// ```
public final class Telemetry {

    private Telemetry() {}

    /// {@return an observer that reports to an OpenTelemetry of the program, without the contents
    /// of prompts, arguments and results}
    ///
    /// A run that begins in a span of the program becomes its child.
    ///
    /// @param openTelemetry of the program, which also closes it
    public static EngineObserver observer(OpenTelemetry openTelemetry) {
        return new TracedEngine(openTelemetry, false);
    }

    /// {@return an observer that reports contents too: prompts, answers, arguments, results and
    /// commands, with the secrets masked that are known in the session}
    ///
    /// @param openTelemetry of the program, which also closes it
    public static EngineObserver observerWithContents(OpenTelemetry openTelemetry) {
        return new TracedEngine(openTelemetry, true);
    }
}
