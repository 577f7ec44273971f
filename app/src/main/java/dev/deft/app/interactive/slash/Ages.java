package dev.deft.app.interactive.slash;

import java.time.Duration;
import java.time.Instant;

/// How long ago something was, in a few characters.
final class Ages {

    private static final int DAYS_OF_WEEKS = 14;

    private Ages() {}

    static String of(Instant time, Instant now) {
        Duration age = Duration.between(time, now);
        if (age.toMinutes() < 1) {
            return "now";
        }
        if (age.toHours() < 1) {
            return age.toMinutes() + " min ago";
        }
        if (age.toDays() < 1) {
            return age.toHours() + " h ago";
        }
        return age.toDays() < DAYS_OF_WEEKS
                ? age.toDays() + (age.toDays() == 1 ? " day ago" : " days ago")
                : age.toDays() / 7 + " weeks ago";
    }
}
