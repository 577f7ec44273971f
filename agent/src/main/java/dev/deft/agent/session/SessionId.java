package dev.deft.agent.session;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// The name of a session, safe as a file name.
public record SessionId(String value) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{1,128}");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    public SessionId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "A session id has 1 to 128 letters, digits, - or _, not \"%s\"."
                            .formatted(value));
        }
    }

    /// A new one that sorts by time.
    public static SessionId fresh(Instant now, RandomGenerator random) {
        String suffix = "%06x".formatted(random.nextInt(1 << 24));
        return new SessionId("ses_" + TIME.format(now.atZone(ZoneOffset.UTC)) + "_" + suffix);
    }
}
