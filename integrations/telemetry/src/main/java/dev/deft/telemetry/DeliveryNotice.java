package dev.deft.telemetry;

import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Says once that telemetry does not arrive.
final class DeliveryNotice {

    private final Consumer<String> notices;
    private final AtomicBoolean said = new AtomicBoolean();

    /// @param notices receives the sentence
    DeliveryNotice(Consumer<String> notices) {
        this.notices = notices;
    }

    /// @param collector that does not take it
    void failed(URI collector) {
        if (said.compareAndSet(false, true)) {
            notices.accept(
                    "Telemetry does not reach the collector at %s://%s%s and is dropped; start the"
                                    .formatted(
                                            collector.getScheme(),
                                            collector.getHost(),
                                            collector.getPort() < 0
                                                    ? ""
                                                    : ":" + collector.getPort())
                            + " collector, or unset DEFT_TELEMETRY.");
        }
    }

    /// Whether something did not arrive.
    boolean hasFailed() {
        return said.get();
    }
}
