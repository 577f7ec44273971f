package dev.deft.agent.model.http;

import dev.deft.agent.model.ModelSettings.Retries;
import dev.deft.net.http.ResponseHead;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/// Computes the delay before a retry.
///
/// Exponential backoff with full jitter: a random delay below a bound that doubles with every
/// failure. A `Retry-After` header of the provider takes precedence.
public final class Backoff {

    /// The longest `Retry-After` that is waited for.
    static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(10);

    private final Retries retries;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Pause pause;

    public Backoff(Retries retries, InstantSource clock, RandomGenerator random, Pause pause) {
        this.retries = retries;
        this.clock = clock;
        this.random = random;
        this.pause = pause;
    }

    /// Waits in real time. The default generator of the JDK would load services.
    public static Backoff of(Retries retries) {
        return new Backoff(
                retries,
                InstantSource.system(),
                () -> ThreadLocalRandom.current().nextLong(),
                Thread::sleep);
    }

    /// Waits.
    @FunctionalInterface
    public interface Pause {

        void sleep(Duration length) throws InterruptedException;
    }

    Duration idleTimeout() {
        return retries.idleTimeout();
    }

    int maxRetries() {
        return retries.max();
    }

    void sleep(Duration length) throws InterruptedException {
        pause.sleep(length);
    }

    /// @param failures the number of failures so far, at least 1
    Duration pauseAfter(int failures) {
        long bound = retries.longest().toMillis();
        long doubled = retries.first().toMillis() << Math.min(failures - 1, 30);
        return Duration.ofMillis(random.nextLong(Math.min(bound, doubled) + 1));
    }

    /// The delay that the provider asks for: `retry-after-ms`, or seconds or a date in
    /// `Retry-After`. Malformed values are ignored.
    Optional<Duration> retryAfter(ResponseHead head) {
        return head.header("retry-after-ms")
                .flatMap(it -> number(it, 1))
                .or(() -> head.header("retry-after").flatMap(this::secondsOrDate));
    }

    private Optional<Duration> secondsOrDate(String value) {
        return number(value, 1_000).or(() -> untilDate(value));
    }

    private static Optional<Duration> number(String value, int millis) {
        try {
            double length = Double.parseDouble(value.strip()) * millis;
            return length >= 0
                    ? Optional.of(Duration.ofMillis((long) Math.ceil(length)))
                    : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private Optional<Duration> untilDate(String value) {
        try {
            var date = ZonedDateTime.parse(value.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
            Duration left = Duration.between(clock.instant(), date.toInstant());
            return Optional.of(left.isNegative() ? Duration.ZERO : left);
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
