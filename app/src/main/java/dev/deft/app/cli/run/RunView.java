package dev.deft.app.cli.run;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.session.CallTitle;
import dev.deft.agent.session.CommandOutcome;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Spending;
import dev.deft.app.terminal.LiveLine;
import dev.deft.app.terminal.TextStyle;
import dev.deft.output.TerminalText;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Shows a run to a person: a line for each call, the text of the model, and a status line at the
/// bottom.
public final class RunView implements Consumer<RunEvent>, AutoCloseable {

    private static final int WIDEST = 100;

    private static final int BESIDE_EXIT = 60;

    /// The width of the argument beside progress text.
    private static final int BESIDE_PROGRESS = 30;

    private final TextStyle paint;
    private final LiveLine live;
    private final Optional<StreamedText> streamed;
    private final Map<String, String> calls = new HashMap<>();
    private final Map<String, String> denials = new HashMap<>();
    private final StringBuilder pending = new StringBuilder();

    /// Creates a view.
    ///
    /// @param streamed shows text while it arrives; without it, text is shown when it is complete
    public RunView(TextStyle paint, LiveLine live, Optional<StreamedText> streamed) {
        this.paint = paint;
        this.live = live;
        this.streamed = streamed;
    }

    @Override
    public void accept(RunEvent event) {
        switch (event) {
            case RunEvent.Session _ -> live.show("thinking");
            case RunEvent.Text(String delta) -> words(delta);
            case RunEvent.Reasoning _ -> live.show("thinking");
            case RunEvent.ToolCall it -> called(it);
            case RunEvent.ToolProgress it -> progressed(it);
            case RunEvent.ToolResult it -> ended(it);
            case RunEvent.ApprovalRequested it -> approvalRequested(it);
            case RunEvent.QuestionsAsked _, RunEvent.TokenUsage _ -> {}
            case RunEvent.Compacted _ ->
                    line(paint.dim("· summed up the older part of the conversation"));
            case RunEvent.Retry it ->
                    line(
                            paint.yellow("! ")
                                    + plain(it.why())
                                    + "; trying again in "
                                    + seconds(it.pause().toMillis()));
            case RunEvent.Attached(RunOutcome.Attachment it) ->
                    line(
                            "picture: %s (%s, %d bytes)"
                                    .formatted(plain(it.path()), plain(it.mimeType()), it.bytes()));
            case RunEvent.Message(String text) -> message(text);
            case RunEvent.Warning(String text) -> line(paint.yellow("! ") + plain(text));
            case RunEvent.Ended _ -> {
                pending.setLength(0);
                live.show("");
            }
        }
    }

    /// A call of a sub-agent is shown below the call that started it.
    private void progressed(RunEvent.ToolProgress event) {
        String said =
                event.title()
                        .map(RunView::plain)
                        .orElse(CommandOutcome.lastLine(plain(event.text())));
        Optional<String> agent = event.metadata().text("agent");
        live.show(
                cut(calls.getOrDefault(event.id(), ""), BESIDE_PROGRESS)
                        + "  "
                        + agent.map(it -> "↳ " + plain(it) + ": ").orElse("")
                        + said);
    }

    private void message(String text) {
        plain(text).strip().lines().forEach(it -> line(paint.bold("» ") + it));
    }

    private void words(String delta) {
        live.show("answering");
        if (streamed.isPresent()) {
            streamed.get().append(delta);
        } else {
            pending.append(delta);
        }
    }

    /// Shows the answer, unless it was shown already.
    public void answer(RunOutcome outcome, Console console) {
        if (streamed.isPresent()) {
            streamed.get().complete(outcome.text());
        } else if (!outcome.text().isBlank()) {
            console.say(console.shown(outcome.text()));
        }
    }

    /// Shows the totals after the answer.
    public void total(RunOutcome outcome) {
        live.show("");
        line(paint.dim(Spending.line(outcome, live.elapsed())));
    }

    private void called(RunEvent.ToolCall call) {
        flushSaid();
        streamed.ifPresent(StreamedText::end);
        String argument = plain(CallTitle.argument(call.arguments()));
        calls.put(call.id(), argument);
        live.show(plain(call.tool()) + " " + argument);
    }

    /// Without an approver, the denial is shown with the result of the call.
    private void approvalRequested(RunEvent.ApprovalRequested event) {
        if (!event.present()) {
            denials.put(event.request().callId(), Denial.line(event.request()));
        }
    }

    private void flushSaid() {
        if (!pending.isEmpty()) {
            plain(pending.toString()).strip().lines().forEach(it -> line(paint.dim(it)));
            pending.setLength(0);
        }
    }

    private void ended(RunEvent.ToolResult result) {
        Optional<String> denial = Optional.ofNullable(denials.remove(result.id()));
        if (denial.isPresent()) {
            line(paint.red("✗ ") + paint.bold(plain(result.tool())) + " " + denial.get());
            live.show("thinking");
            return;
        }
        String argument = Optional.ofNullable(calls.remove(result.id())).orElse("");
        String title = plain(firstLine(result.title()));
        String shown = title.contains(argument) ? title : argument + "  " + title;
        Optional<String> exit = CommandOutcome.of(result.result());
        boolean well = !result.failed() && exit.filter(CommandOutcome::isFailure).isEmpty();
        boolean named = shown.regionMatches(true, 0, result.tool(), 0, result.tool().length());
        line(
                (well ? paint.green("✓ ") : paint.red("✗ "))
                        + (named ? "" : paint.bold(plain(result.tool())) + " ")
                        + cut(shown, exit.isPresent() ? BESIDE_EXIT : WIDEST)
                        + exit.map(it -> "  " + paint.dim(cut(plain(it), BESIDE_EXIT))).orElse(""));
        live.show("thinking");
    }

    private static String firstLine(String text) {
        return text.indexOf('\n') < 0 && text.indexOf('\r') < 0
                ? text
                : text.lines().findFirst().orElse("");
    }

    private void line(String text) {
        streamed.ifPresent(StreamedText::end);
        live.print(text);
    }

    private static String cut(String text, int most) {
        return TerminalText.cut(text, most);
    }

    /// Removes control characters, which could move the cursor.
    private static String plain(String text) {
        return TerminalText.read(text);
    }

    private static String seconds(long millis) {
        return millis < 1000 ? millis + " ms" : millis / 1000 + " s";
    }

    @Override
    public void close() {
        live.close();
    }
}
