package dev.deft.agent.session;

import java.time.Instant;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// The id of a session, safe as a file name.
public record SessionId(String value) {

    /// The prefix of generated ids.
    public static final String GENERATED_PREFIX = "ses_";

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{1,128}");

    public SessionId {
        if (!isValid(value)) {
            throw new IllegalArgumentException(
                    "A session id has 1 to 128 letters, digits, - or _, not \"%s\"."
                            .formatted(value));
        }
    }

    /// Whether a text is a valid id.
    public static boolean isValid(String text) {
        return FORM.matcher(text).matches();
    }

    /// Generates an id that sorts by time. Uses no formatter: loading one would slow every start.
    public static SessionId generate(Instant now, RandomGenerator random) {
        String time = Long.toString(now.toEpochMilli(), Character.MAX_RADIX);
        String suffix = Integer.toHexString(random.nextInt(1 << 24) | 1 << 24).substring(1);
        return new SessionId(GENERATED_PREFIX + time + "_" + suffix);
    }
}
