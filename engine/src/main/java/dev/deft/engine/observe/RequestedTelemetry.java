package dev.deft.engine.observe;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;

/// Finds the observer on the class path if the user asks for telemetry; otherwise nothing is even
/// looked for.
public final class RequestedTelemetry {

    /// Asks for it.
    static final String VARIABLE = "DEFT_TELEMETRY";

    private static final Set<String> ON = Set.of("1", "true", "yes", "on");

    private RequestedTelemetry() {}

    /// {@return the observer that the environment asks for}
    ///
    /// @param environment has `DEFT_TELEMETRY` if it does
    /// @param notices told if there is none
    /// @throws IllegalArgumentException if its settings are wrong
    public static Optional<EngineObserver> find(
            Map<String, String> environment, Consumer<String> notices) {
        if (!ON.contains(environment.getOrDefault(VARIABLE, ""))) {
            return Optional.empty();
        }
        Optional<EngineObserver.Provider> provider =
                ServiceLoader.load(
                                EngineObserver.Provider.class,
                                EngineObserver.class.getClassLoader())
                        .findFirst();
        if (provider.isEmpty()) {
            notices.accept(
                    VARIABLE
                            + " asks for telemetry, but deft-telemetry is not on the class path."
                            + " Add it, or unset the variable.");
            return Optional.empty();
        }
        try {
            return Optional.of(provider.get().open(environment, notices));
        } catch (IOException e) {
            throw new IllegalArgumentException("Telemetry: " + e.getMessage(), e);
        }
    }
}
