package dev.deft.app.terminal.dialog;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Tells keys that are an answer from keys that were meant for something else.
///
/// A dialog appears while the user may be typing a message. Its keys count from the first pause on:
/// whoever reads the dialog makes one, and whoever still types does not.
final class QuietStart {

    /// Longer than the time between two keys of someone who types, shorter than it takes to read a
    /// question.
    static final Duration PAUSE = Duration.ofMillis(400);

    private final InstantSource clock;
    private Optional<Instant> busy = Optional.empty();
    private boolean over;

    QuietStart(InstantSource clock) {
        this.clock = clock;
    }

    /// The dialog is on the screen.
    void drawn() {
        if (busy.isEmpty()) {
            busy = Optional.of(clock.instant());
        }
    }

    /// Whether a key that is pressed now counts.
    boolean counts() {
        if (over) {
            return true;
        }
        Instant now = clock.instant();
        over = busy.isPresent() && Duration.between(busy.get(), now).compareTo(PAUSE) >= 0;
        if (busy.isPresent()) {
            busy = Optional.of(now);
        }
        return over;
    }
}
