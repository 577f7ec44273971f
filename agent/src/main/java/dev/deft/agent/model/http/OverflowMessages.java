package dev.deft.agent.model.http;

import dev.deft.agent.model.Overflow;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Extracts numbers from messages of providers about requests that are too long. The messages
/// differ, and few providers have fields for the numbers.
public final class OverflowMessages {

    /// A number such as `8192` or `8,192`, also quoted.
    private static final String N = "[`'\"(\\[]{0,2}(\\d[\\d,_]{0,11})";

    private static final List<Pattern> WINDOW =
            patterns(
                    "\\d \\+ \\d+ > " + N,
                    "\\d tokens > " + N,
                    "(?:context|model|prompt)[ _](?:length|len|size|window|limit)(?: \\w+){0,3}[ :=]{1,3}"
                            + N,
                    "\\bn_ctx\\D{1,4}" + N,
                    N + " (?:tokens? )?(?:maximum|max) context",
                    "maximum (?:number of|input) tokens\\D{0,30}" + N,
                    "must be <= " + N,
                    "cannot exceed " + N,
                    "\\blimit " + N + ", requested");

    private static final List<Pattern> PROMPT =
            patterns(
                    N + " in the messages",
                    N + " of text input",
                    "prompt is too long: " + N,
                    "context limit: " + N + " \\+",
                    "has " + N + " input tokens",
                    "(?:resulted in|contains|first|received|requested about|requested|given:) " + N,
                    "request " + N + " tokens",
                    "prompt \\(length " + N,
                    "input token count " + N,
                    "\\bn_prompt_tokens\\D{1,4}" + N);

    private static final List<Pattern> ANSWER =
            patterns(
                    "at most " + N + " (?:completion|output) tokens",
                    "max_tokens: \\d+ > " + N,
                    "range of max_tokens is \\[\\d+, *" + N,
                    "max_(?:completion_)?tokens`?\\W{0,3} must be (?:less than or equal to|<=) "
                            + N,
                    "maximum (?:allowed )?(?:number of )?output tokens\\D{0,20}" + N);

    private static final int LEAST = 16;
    private static final long MOST = 100_000_000;

    /// The most characters of a message that are searched.
    private static final int LONGEST = 4_000;

    private OverflowMessages() {}

    private static List<Pattern> patterns(String... spelled) {
        return List.of(spelled).stream()
                .map(it -> Pattern.compile(it, Pattern.CASE_INSENSITIVE))
                .toList();
    }

    public static Overflow in(String message) {
        String words = message.length() > LONGEST ? message.substring(0, LONGEST) : message;
        OptionalInt answer = first(ANSWER, words);
        return answer.isPresent()
                ? new Overflow(OptionalInt.empty(), OptionalInt.empty(), answer)
                : new Overflow(first(WINDOW, words), first(PROMPT, words), answer);
    }

    /// Whether `max_tokens` is too large, not the conversation.
    public static boolean isAboutMaxAnswer(String message) {
        return in(message).maxAnswer().isPresent();
    }

    private static OptionalInt first(List<Pattern> patterns, String words) {
        for (Pattern pattern : patterns) {
            Matcher found = pattern.matcher(words);
            if (found.find()) {
                long number = Long.parseLong(found.group(1).replaceAll("[,_]", ""));
                if (number >= LEAST && number <= MOST) {
                    return OptionalInt.of((int) number);
                }
            }
        }
        return OptionalInt.empty();
    }
}
