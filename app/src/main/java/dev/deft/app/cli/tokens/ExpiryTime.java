package dev.deft.app.cli.tokens;

import dev.deft.app.cli.command.UsageException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// When a token ends: after a time such as `30d`, or at an instant.
final class ExpiryTime {

    private static final Pattern AFTER = Pattern.compile("([1-9][0-9]{0,4})([mhd])");

    private ExpiryTime() {}

    static Instant parse(String text, Instant now) throws UsageException {
        Matcher after = AFTER.matcher(text);
        if (after.matches()) {
            long count = Long.parseLong(after.group(1));
            return now.plus(
                    switch (after.group(2)) {
                        case "m" -> Duration.ofMinutes(count);
                        case "h" -> Duration.ofHours(count);
                        default -> Duration.ofDays(count);
                    });
        }
        try {
            Instant at = Instant.parse(text);
            if (at.isAfter(now)) {
                return at;
            }
        } catch (DateTimeException _) {
            throw new UsageException(
                    "--expires takes a time such as 30d, 12h, 90m or 2030-01-31T12:00:00Z");
        }
        throw new UsageException("--expires must be in the future");
    }
}
