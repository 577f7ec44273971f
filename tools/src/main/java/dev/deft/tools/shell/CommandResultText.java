package dev.deft.tools.shell;

import dev.deft.host.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Formats the result of a command for a model: its output, and notes about it.
final class CommandResultText {

    /// Messages of programs that need a terminal.
    private static final Pattern WANTS_A_TERMINAL =
            Pattern.compile(
                    "terminal is required|no tty present|not a (tty|terminal)|must be run from a terminal"
                            + "|input is not from a terminal|terminal prompts disabled|could not read (username|password)"
                            + "|inappropriate ioctl for device|/dev/tty|failed tty get|terminal is not fully functional"
                            + "|error opening terminal|eof when reading a line|terminal is dumb|error reading input, exiting",
                    Pattern.CASE_INSENSITIVE);

    private CommandResultText() {}

    static String text(Shell.Result ended) {
        List<String> remarks = new ArrayList<>();
        if (ended.exitCode() != 0) {
            remarks.add(
                    ended.signal()
                            .map(it -> "ended by %s, exit code %d".formatted(it, ended.exitCode()))
                            .orElse("exit code %d".formatted(ended.exitCode())));
        }
        ended.processId()
                .ifPresent(it ->
                        remarks.add(
                                "it still runs after %d ms and goes on in the background as %s; use process to check on it"
                                        .formatted(ended.wall().toMillis(), it)));
        hint(ended).ifPresent(remarks::add);
        ended.note().ifPresent(it -> remarks.add("sandbox " + ended.sandbox() + ": " + it));
        String output = ended.output().output();
        if (remarks.isEmpty()) {
            return output.isEmpty() ? "(no output)" : output;
        }
        String gap = output.isEmpty() || output.endsWith("\n") ? "" : "\n";
        return output + gap + "[" + String.join("; ", remarks) + "]";
    }

    private static Optional<String> hint(Shell.Result ended) {
        return ended.exitCode() != 0 && WANTS_A_TERMINAL.matcher(ended.output().stderr()).find()
                ? Optional.of(
                        "there is no terminal and no input here: use options that ask nothing")
                : Optional.empty();
    }
}
