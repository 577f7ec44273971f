package dev.deft.telemetry;

import dev.deft.engine.observe.EngineObserver;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;

/// Reports to a collector by OTLP over HTTP, as the standard variables of OpenTelemetry say.
public final class OtlpProvider implements EngineObserver.Provider {

    /// Creates the provider; it opens nothing yet.
    public OtlpProvider() {}

    @Override
    public EngineObserver open(Map<String, String> environment, Consumer<String> notices)
            throws IOException {
        return OtlpTelemetry.open(OtlpSettings.read(environment), notices);
    }
}
