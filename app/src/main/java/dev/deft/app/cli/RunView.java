package dev.deft.app.cli;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What a person sees of a run while it happens: a line for each call, what the model says in
/// between, and one line at the bottom that moves.
final class RunView implements Consumer<RunEvent>, AutoCloseable {

    private static final int WIDEST = 100;
    private static final List<String> TELLING =
            List.of(
                    "command",
                    "path",
                    "file_path",
                    "filePath",
                    "pattern",
                    "query",
                    "url",
                    "name",
                    "prompt",
                    "action");

    private final Console console;
    private final PrintStream out;
    private final LiveLine live;
    private final Map<String, String> calls = new HashMap<>();
    private final StringBuilder said = new StringBuilder();

    RunView(Console console, PrintStream out, LiveLine live) {
        this.console = console;
        this.out = out;
        this.live = live;
    }

    @Override
    public void accept(RunEvent event) {
        switch (event) {
            case RunEvent.Session _ -> live.show("thinking");
            case RunEvent.Text(String delta) -> {
                said.append(delta);
                live.show("answering");
            }
            case RunEvent.Reasoning _ -> live.show("thinking");
            case RunEvent.ToolCall it -> called(it);
            case RunEvent.ToolProgress it ->
                    live.show(calls.getOrDefault(it.id(), "") + "  " + lastLine(it.text()));
            case RunEvent.ToolResult it -> ended(it);
            case RunEvent.Asked(var request) ->
                    line(
                            console.yellow("? " + request.tool())
                                    + " "
                                    + String.join(" ", request.reasons()));
            case RunEvent.Questioned _, RunEvent.Spent _ -> {}
            case RunEvent.Compacted _ ->
                    line(console.dim("· summed up the older part of the conversation"));
            case RunEvent.Retry it ->
                    line(
                            console.yellow("! ")
                                    + it.why()
                                    + " Trying again in "
                                    + seconds(it.pause().toMillis())
                                    + ".");
            case RunEvent.Warning(String text) -> line(console.yellow("! ") + text);
            case RunEvent.Ended(RunOutcome outcome) -> {
                said.setLength(0);
                live.clear();
                line(console.dim(Spending.line(outcome, live.elapsed())));
            }
        }
    }

    private void called(RunEvent.ToolCall call) {
        flushSaid();
        String shown = call.tool() + " " + mainArgument(call.arguments());
        calls.put(call.id(), shown);
        live.show(shown);
    }

    private void flushSaid() {
        if (!said.isEmpty()) {
            said.toString().strip().lines().forEach(it -> line(console.dim(it)));
            said.setLength(0);
        }
    }

    private void ended(RunEvent.ToolResult result) {
        String call = calls.getOrDefault(result.id(), result.tool());
        String mark = result.failed() ? console.red("✗ ") : console.green("✓ ");
        String told = cut(result.title().lines().findFirst().orElse(""));
        line(mark + console.bold(cut(call)) + (told.isEmpty() ? "" : "  " + console.dim(told)));
        live.show("thinking");
    }

    private void line(String text) {
        live.clear();
        out.println(text);
    }

    private static String mainArgument(Json arguments) {
        if (!(arguments instanceof Json.Obj object)) {
            return "";
        }
        Optional<String> telling =
                TELLING.stream().flatMap(it -> object.text(it).stream()).findFirst();
        return telling.map(it -> it.lines().findFirst().orElse(""))
                .orElseGet(() -> object.fields().isEmpty() ? "" : JsonText.write(object));
    }

    private static String lastLine(String text) {
        return text.lines().reduce((_, last) -> last).orElse("");
    }

    private static String cut(String text) {
        return text.length() <= WIDEST ? text : text.substring(0, WIDEST - 1) + "…";
    }

    private static String seconds(long millis) {
        return millis < 1000 ? millis + " ms" : millis / 1000 + " s";
    }

    @Override
    public void close() {
        live.close();
    }
}
