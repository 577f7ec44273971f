package dev.deft.agent.schedule;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// A prompt that is sent to an agent on a schedule.
///
/// @param id letters, digits, `-` and `_`
/// @param session that made it; empty if a person did
/// @param wakes whether its runs happen in that session, instead of one of their own
/// @param agent the most that its runs may do
public record ScheduledJob(
        String id,
        Schedule schedule,
        String prompt,
        Optional<String> session,
        boolean wakes,
        Instant madeAt,
        JobAgent agent) {

    /// The most characters of a prompt.
    public static final int MAX_PROMPT = 16_384;

    /// The kind of source that the messages of jobs have.
    public static final String SOURCE = "cron";

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    /// @throws IllegalArgumentException if the id or the prompt is wrong
    public ScheduledJob {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "The id \"%s\" is wrong: an id has 1 to 64 letters, digits, - or _."
                            .formatted(CronExpression.shown(id)));
        }
        if (prompt.isBlank()) {
            throw new IllegalArgumentException("The prompt is empty; say what to do.");
        }
        if (prompt.length() > MAX_PROMPT) {
            throw new IllegalArgumentException(
                    "The prompt has %d characters; at most %d are allowed. Put the details into a file and name it."
                            .formatted(prompt.length(), MAX_PROMPT));
        }
    }

    /// Whether a text can be the id of a job.
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /// The source of its messages, such as `cron:nightly`; also an address for `message`.
    public String source() {
        return SOURCE + ":" + id;
    }
}
