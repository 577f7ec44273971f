package dev.deft.app.interactive;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.app.terminal.markdown.MarkdownLines;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// The conversation on the screen. TranscriptBlocks that are complete are printed once and scroll
/// away; the text that still arrives and the calls at work are drawn again and again.
final class LiveTranscript implements Consumer<RunEvent> {

    private static final String[] SPINNER = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final long SPIN_NANOS = Duration.ofMillis(120).toNanos();

    /// How many blocks the pager can still show.
    private static final int MOST_KEPT = 500;

    private static final int LONGEST_THOUGHT = 300;

    private final Theme theme;
    private final TranscriptBlocks blocks;
    private final IntSupplier columns;
    private final MarkdownLines markdown;
    private final StringBuilder said = new StringBuilder();
    private final StringBuilder thought = new StringBuilder();
    private final Map<String, RunningCall> running = new LinkedHashMap<>();
    private final Set<String> begun = new HashSet<>();
    private final Map<String, String> children = new LinkedHashMap<>();
    private final List<AttributedString> printed = new ArrayList<>();
    private final List<Kept> kept = new ArrayList<>();
    private Kind last = Kind.NONE;
    private long waitingSince;
    private boolean working;

    /// What stands above; equal kinds of calls and notes need no blank line between them.
    private enum Kind {
        NONE,
        USER,
        TEXT,
        CALL,
        NOTE
    }

    /// A block as the pager draws it, for any width.
    private record Kept(Kind kind, Function<Integer, List<AttributedString>> lines) {}

    LiveTranscript(Theme theme, IntSupplier columns) {
        this.theme = theme;
        this.columns = columns;
        this.blocks = new TranscriptBlocks(theme);
        this.markdown = new MarkdownLines(theme);
    }

    TranscriptBlocks blocks() {
        return blocks;
    }

    /// The lines that are complete since the last time.
    List<AttributedString> takePrinted() {
        List<AttributedString> lines = List.copyOf(printed);
        printed.clear();
        return lines;
    }

    /// The lines of what is not complete yet.
    List<AttributedString> open(int width) {
        List<AttributedString> lines = new ArrayList<>();
        List<AttributedString> text = said.isEmpty() ? List.of() : markdown.open(width);
        if (!text.isEmpty() && last != Kind.TEXT && last != Kind.NONE) {
            lines.add(AttributedString.EMPTY);
        }
        lines.addAll(text);
        if (!working) {
            return lines;
        }
        if (!lines.isEmpty() || (last != Kind.CALL && last != Kind.NONE)) {
            lines.add(AttributedString.EMPTY);
        }
        if (running.isEmpty()) {
            lines.add(thinking(width));
        }
        running.values().forEach(it -> lines.add(it.line(spinner(), theme, width)));
        return lines;
    }

    private AttributedString thinking(int width) {
        var line = new AttributedStringBuilder();
        Duration since = Duration.ofNanos(System.nanoTime() - waitingSince);
        line.styled(theme.accent(), spinner() + " ");
        line.append(said.isEmpty() ? "Thinking" : "Answering");
        line.styled(theme.faint(), "  " + RunningCall.ticking(since) + " · esc to interrupt");
        String last = lastThought();
        if (!last.isEmpty() && said.isEmpty()) {
            line.styled(theme.comment(), "  " + last);
        }
        return TranscriptBlocks.cut(line.toAttributedString(), width);
    }

    private String lastThought() {
        int from = Math.max(0, thought.length() - LONGEST_THOUGHT);
        return TerminalText.read(thought.substring(from))
                .lines()
                .filter(it -> !it.isBlank())
                .reduce((_, it) -> it)
                .orElse("")
                .strip();
    }

    private static String spinner() {
        return SPINNER[(int) (System.nanoTime() / SPIN_NANOS % SPINNER.length)];
    }

    /// Whether something changes with time.
    boolean isWorking() {
        return working;
    }

    /// The calls at work that are those of sub-agents.
    List<RunningCall> subAgents() {
        return running.values().stream().filter(it -> it.session().isPresent()).toList();
    }

    /// The sessions of all sub-agents so far, with what they were asked to do.
    Map<String, String> children() {
        Map<String, String> all = new LinkedHashMap<>(children);
        subAgents()
                .forEach(it ->
                        all.put(
                                it.session().orElseThrow(),
                                it.agent().orElse("") + " " + it.subject()));
        return all;
    }

    void begin() {
        working = true;
        waitingSince = System.nanoTime();
    }

    /// The run is over, however it ended.
    void end() {
        endText();
        running.clear();
        begun.clear();
        working = false;
    }

    @Override
    public void accept(RunEvent event) {
        switch (event) {
            case RunEvent.Session _ -> waitingSince = System.nanoTime();
            case RunEvent.Text(String delta) -> text(delta);
            case RunEvent.Reasoning(String delta) -> thought.append(delta);
            case RunEvent.ToolCall it -> {
                endText();
                running.put(it.id(), new RunningCall(it.tool(), it.arguments()));
                if (begun.remove(it.id())) {
                    began(it.id());
                }
            }
            case RunEvent.ToolProgress it -> progress(it);
            case RunEvent.ToolResult it -> ended(it);
            case RunEvent.ApprovalRequested _,
                    RunEvent.QuestionsAsked _,
                    RunEvent.TokenUsage _ -> {}
            case RunEvent.Compacted _ ->
                    note("The older part of the conversation was summed up to make room.");
            case RunEvent.Retry it ->
                    warn(
                            "%s; trying again in %s"
                                    .formatted(it.why(), RunningCall.elapsed(it.pause())));
            case RunEvent.Attached(RunOutcome.Attachment it) ->
                    note("Picture saved: %s (%s)".formatted(it.path(), it.mimeType()));
            case RunEvent.Message(String text) -> message(text);
            case RunEvent.Warning(String text) -> warn(text);
            case RunEvent.Ended _ -> endText();
        }
    }

    private void text(String delta) {
        String piece = said.isEmpty() ? delta.stripLeading() : delta;
        if (piece.isEmpty()) {
            return;
        }
        thought.setLength(0);
        said.append(piece);
        printText(markdown.take(piece, columns.getAsInt()));
    }

    private void printText(List<AttributedString> lines) {
        if (!lines.isEmpty()) {
            gap(Kind.TEXT);
            printed.addAll(lines);
        }
    }

    private void endText() {
        if (said.isEmpty()) {
            return;
        }
        printText(markdown.end(columns.getAsInt()));
        String whole = said.toString();
        said.setLength(0);
        thought.setLength(0);
        waitingSince = System.nanoTime();
        keep(Kind.TEXT, width -> blocks.markdown(whole, width));
    }

    /// The turn of a call has come. It may come to be known before the call itself.
    void began(String callId) {
        Optional<RunningCall> call = Optional.ofNullable(running.get(callId));
        call.ifPresent(RunningCall::begin);
        if (call.isEmpty()) {
            begun.add(callId);
        }
    }

    private void progress(RunEvent.ToolProgress event) {
        Optional.ofNullable(running.get(event.id()))
                .ifPresent(it -> it.progress(event.text(), event.title(), event.metadata()));
    }

    private void ended(RunEvent.ToolResult result) {
        RunningCall call =
                Optional.ofNullable(running.remove(result.id()))
                        .orElseGet(() -> new RunningCall(result.tool(), Json.Obj.EMPTY));
        CallRecord record = call.ended(result.failed(), result.title(), result.result());
        record.session()
                .ifPresent(it -> children.put(it, call.agent().orElse("") + " " + call.subject()));
        waitingSince = System.nanoTime();
        call(record);
    }

    void call(CallRecord record) {
        endText();
        gap(Kind.CALL);
        printed.addAll(blocks.ended(record, columns.getAsInt()));
        keep(Kind.CALL, width -> blocks.expanded(record, width));
    }

    private void message(String text) {
        endText();
        block(Kind.TEXT, width -> blocks.markdown(text, width));
    }

    void user(String text) {
        endText();
        block(Kind.USER, width -> blocks.user(text, width));
    }

    void assistant(String text) {
        block(Kind.TEXT, width -> blocks.markdown(text, width));
    }

    void note(String text) {
        endText();
        block(Kind.NOTE, width -> blocks.note(text, width));
    }

    void warn(String text) {
        endText();
        block(Kind.NOTE, width -> blocks.warning(text, width));
    }

    void error(String text) {
        endText();
        block(Kind.NOTE, width -> blocks.error(text, width));
    }

    /// Prints something that other code draws.
    void lines(Function<Integer, List<AttributedString>> lines) {
        endText();
        block(Kind.USER, lines);
        last = Kind.USER;
    }

    private void block(Kind kind, Function<Integer, List<AttributedString>> lines) {
        gap(kind);
        printed.addAll(lines.apply(columns.getAsInt()));
        keep(kind, lines);
    }

    /// A blank line between blocks, but not inside a list of calls or notes.
    private void gap(Kind next) {
        boolean together = next == last && next != Kind.USER;
        if (last != Kind.NONE && !together) {
            printed.add(AttributedString.EMPTY);
        }
        last = next;
    }

    private void keep(Kind kind, Function<Integer, List<AttributedString>> lines) {
        kept.add(new Kept(kind, lines));
        if (kept.size() > MOST_KEPT) {
            kept.removeFirst();
        }
    }

    /// Everything so far with whole results, for the pager.
    List<AttributedString> whole(int width) {
        List<AttributedString> lines = new ArrayList<>();
        for (Kept block : kept) {
            if (!lines.isEmpty()) {
                lines.add(AttributedString.EMPTY);
            }
            lines.addAll(block.lines().apply(width));
        }
        return lines;
    }

    /// Forgets everything, as for another session.
    void clear() {
        kept.clear();
        printed.clear();
        children.clear();
        last = Kind.USER;
    }
}
