package dev.deft.app.interactive;

import dev.deft.agent.session.CallTitle;
import dev.deft.agent.session.CommandOutcome;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.run.CallState;
import java.time.Duration;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// A call at work: one line with its elapsed time and the last line of its output. Until it begins
/// it waits, for calls before it or for a path that another one changes.
final class RunningCall {

    private static final int LONGEST_SUBJECT = 200;
    private static final int LEAST_BESIDE = 12;

    private final String tool;
    private final Json arguments;
    private final String subject;
    private long began = System.nanoTime();
    private boolean waiting = true;
    private String last = "";
    private Optional<String> agent = Optional.empty();
    private Optional<String> session = Optional.empty();

    RunningCall(String tool, Json arguments) {
        this.tool = tool;
        this.arguments = arguments;
        this.subject = TerminalText.line(CallTitle.argument(arguments), LONGEST_SUBJECT);
    }

    /// Its turn has come.
    void begin() {
        if (waiting) {
            waiting = false;
            began = System.nanoTime();
        }
    }

    void progress(String text, Optional<String> title, Json.Obj metadata) {
        if (metadata.text(CallState.FIELD).equals(Optional.of(CallState.WAITING.wire()))) {
            waiting = true;
            return;
        }
        begin();
        metadata.text("agent").ifPresent(it -> agent = Optional.of(it));
        metadata.text("session_id").ifPresent(it -> session = Optional.of(it));
        String said = title.orElseGet(() -> CommandOutcome.lastLine(text));
        if (!said.isBlank()) {
            last = TerminalText.line(said, LONGEST_SUBJECT);
        }
    }

    String tool() {
        return tool;
    }

    String subject() {
        return subject;
    }

    Optional<String> agent() {
        return agent;
    }

    /// The session of the sub-agent that it runs.
    Optional<String> session() {
        return session;
    }

    Duration took() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    AttributedString line(String spinner, Theme theme, int columns) {
        var line = new AttributedStringBuilder();
        line.styled(waiting ? theme.faint() : theme.accent(), (waiting ? "·" : spinner) + " ");
        line.styled(theme.strong(), TerminalText.read(tool));
        String time = "  " + (waiting ? "waiting" : ticking(took()));
        int left = columns - line.columnLength() - time.length();
        int beside = last.isEmpty() ? left : Math.max(LEAST_BESIDE, left * 3 / 5);
        if (!subject.isEmpty()) {
            line.append(" ")
                    .append(TranscriptBlocks.cut(new AttributedString(subject), beside - 1));
        }
        line.styled(theme.faint(), time);
        if (!last.isEmpty()) {
            String from = agent.map(it -> "↳ " + TerminalText.read(it) + ": ").orElse("");
            line.styled(theme.faint(), "  " + from + last);
        }
        return TranscriptBlocks.cut(line.toAttributedString(), columns);
    }

    CallRecord ended(boolean failed, String title, Json result) {
        return CallRecord.of(tool, arguments, failed, title, result, took(), session);
    }

    /// The same in whole seconds: a number that changes with each drawing cannot be read.
    static String ticking(Duration time) {
        return elapsed(Duration.ofSeconds(time.toSeconds())).replace("0 ms", "0 s");
    }

    /// Such as `800 ms`, `12 s` or `3 m 20 s`.
    static String elapsed(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < 1) {
            return time.toMillis() + " ms";
        }
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? "%d m %d s".formatted(seconds / 60, seconds % 60)
                : "%d h %d m".formatted(seconds / 3600, seconds % 3600 / 60);
    }
}
