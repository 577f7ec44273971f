package dev.deft.tools.code;

import dev.deft.host.ErrorCode;
import dev.deft.host.Shell;
import dev.deft.tool.ToolResult;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Says why git failed.
final class GitFailure {

    private static final int LAST_CHARACTERS = 1_000;
    private static final int NO_SUCH_PROGRAM = 127;

    private static final List<String> NEEDS_LOGIN =
            List.of(
                    "could not read username",
                    "authentication failed",
                    "terminal prompts disabled");
    private static final List<String> NOT_THERE =
            List.of("not found", "does not exist", "does not appear to be a git repository");

    private GitFailure() {}

    /// Empty if it did not fail.
    static Optional<ToolResult> of(Shell.Result result, Duration timeout) {
        if (result.cause() != Shell.Cause.EXITED) {
            return failure(
                    ErrorCode.TIMEOUT,
                    "The clone took longer than %d minutes; nothing was kept."
                            .formatted(timeout.toMinutes()));
        }
        if (result.exitCode() == 0) {
            return Optional.empty();
        }
        if (result.exitCode() == NO_SUCH_PROGRAM) {
            return failure(ErrorCode.UNAVAILABLE, "git is not installed here.");
        }
        String said = last(result.output().stderr());
        String note = result.note().map(it -> " (" + it + ")").orElse("");
        String lower = said.toLowerCase(Locale.ROOT);
        if (has(lower, NEEDS_LOGIN)) {
            return failure(
                    ErrorCode.PERMISSION_DENIED,
                    "The server wants a login, and Deft gives git none; nothing was kept. Only public repositories can be cloned, or those of this machine.");
        }
        return failure(
                has(lower, NOT_THERE) ? ErrorCode.NOT_FOUND : ErrorCode.IO_ERROR,
                "git could not clone it, and nothing was kept%s: %s".formatted(note, said));
    }

    private static Optional<ToolResult> failure(ErrorCode code, String text) {
        return Optional.of(ToolResult.failure(code, text));
    }

    private static boolean has(String text, List<String> some) {
        return some.stream().anyMatch(text::contains);
    }

    /// The messages, without the lines of progress.
    private static String last(String printed) {
        List<String> lines =
                printed.lines()
                        .map(String::strip)
                        .filter(it ->
                                !it.isEmpty() && !it.contains("%") && !it.startsWith("Cloning"))
                        .toList();
        String text = String.join(" ", lines);
        return text.isEmpty()
                ? "it gave no reason"
                : text.substring(Math.max(0, text.length() - LAST_CHARACTERS));
    }
}
