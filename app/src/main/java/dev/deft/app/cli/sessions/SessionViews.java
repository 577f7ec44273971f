package dev.deft.app.cli.sessions;

import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.ResultMetadata;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionParent;
import dev.deft.agent.session.SessionSummary;
import dev.deft.agent.session.SessionTree;
import dev.deft.agent.session.Transcript;
import dev.deft.app.cli.command.Console;
import dev.deft.app.terminal.TextTable;
import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.engine.SessionFiles;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.os.DisplayPaths;
import dev.deft.output.SecretMask;
import dev.deft.output.TerminalText;
import dev.deft.undo.TurnChanges;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Renders sessions as text, and as JSON for programs.
final class SessionViews {

    private static final int MAX_TITLE_LENGTH = 120;
    private static final int MIN_TITLE_LENGTH = 16;
    private static final int MAX_ARGUMENTS_LENGTH = 100;
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    private SessionViews() {}

    static void list(List<SessionSummary> sessions, String query, boolean json, Console console) {
        if (json) {
            List<Json> all = sessions.stream().<Json>map(SessionViews::json).toList();
            console.sayIndented(new Json.Arr(all));
            return;
        }
        if (sessions.isEmpty()) {
            console.say(
                    query.isBlank()
                            ? "There are no sessions here yet."
                            : "No session has all of these words.");
        }
        var table =
                new TextTable(
                        TextTable.Column.fixed(console::bold),
                        TextTable.Column.optional(console::dim),
                        TextTable.Column.optional(console::dim),
                        TextTable.Column.optional(console::dim),
                        TextTable.Column.flexible(it -> it, MIN_TITLE_LENGTH));
        for (SessionTree.Node node : new SessionTree(sessions).nodes()) {
            SessionSummary it = node.session();
            table.add(
                    "  ".repeat(node.depth()) + it.id(),
                    minute(it.modified()),
                    "%3d %s".formatted(it.turns(), it.turns() == 1 ? "turn" : "turns"),
                    tokens(it),
                    line(
                            (it.model().isEmpty() ? "" : it.model() + ": ") + it.title(),
                            MAX_TITLE_LENGTH));
        }
        console.say(table);
    }

    private static String tokens(SessionSummary session) {
        long tokens = session.usage().context();
        return tokens == 0 ? "" : tokens < 10_000 ? tokens + " tk" : tokens / 1_000 + "k tk";
    }

    private static Json.Obj json(SessionSummary session) {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("id", session.id())
                        .with("title", session.title())
                        .with("modified", session.modified().toString())
                        .with("turns", Json.Num.of(session.turns()))
                        .with("model", session.model())
                        .with("usage", usage(session.usage()));
        return session.parent().map(it -> json.with("parent", it)).orElse(json);
    }

    static Json.Obj usage(Usage usage) {
        return Json.Obj.EMPTY
                .with("input_tokens", Json.Num.of(usage.input()))
                .with("output_tokens", Json.Num.of(usage.output()))
                .with("cache_read", Json.Num.of(usage.cacheRead()))
                .with("cache_write", Json.Num.of(usage.cacheWrite()));
    }

    static String minute(Instant time) {
        return MINUTE.format(time.atZone(ZoneId.systemDefault()));
    }

    /// The first line of a text, abbreviated.
    static String line(String text, int longest) {
        return TerminalText.line(text, longest);
    }

    /// The complete lines of a log, with secrets masked.
    static byte[] wholeLines(byte[] log) {
        int end = log.length;
        while (end > 0 && log[end - 1] != '\n') {
            end--;
        }
        String text = new String(log, 0, end, StandardCharsets.UTF_8);
        return SecretMask.KEYS_ONLY.text(text).equals(text)
                ? Arrays.copyOf(log, end)
                : text.lines()
                        .map(it -> masked(it) + "\n")
                        .collect(Collectors.joining())
                        .getBytes(StandardCharsets.UTF_8);
    }

    /// A masked line does not match its hash any more, but it is still valid JSON.
    private static String masked(String line) {
        if (SecretMask.KEYS_ONLY.text(line).equals(line)) {
            return line;
        }
        try {
            return JsonText.write(SecretMask.KEYS_ONLY.json(JsonText.parseWritten(line)));
        } catch (JsonSyntaxException _) {
            return SecretMask.KEYS_ONLY.text(line);
        }
    }

    static int show(SessionFiles files, SessionId id, boolean json, Console console)
            throws IOException, InterruptedException {
        SessionHistory history = files.history(id);
        List<TurnChanges> turns = files.turns(id);
        Family family = Family.of(files, id, history);
        console.say(
                json
                        ? JsonText.writeIndented(json(id, history, turns, family))
                        : text(id, history, turns, family, console).stripTrailing());
        return 0;
    }

    /// The parent and the sub-agents of a session.
    ///
    /// @param used by the session and all its sub-agents
    private record Family(Optional<SessionParent> parent, List<SessionSummary> below, Usage used) {

        static Family of(SessionFiles files, SessionId id, SessionHistory history)
                throws IOException {
            var tree = new SessionTree(files.find(""));
            return new Family(
                    history.parent(),
                    tree.descendants(id.value()),
                    history.usage().plus(tree.usageBelow(id.value())));
        }

        Json.Obj addTo(Json.Obj json) {
            Json.Obj whole = parent.map(it -> json.with("parent", it.json())).orElse(json);
            return below.isEmpty()
                    ? whole
                    : whole.with(
                                    "subagents",
                                    Json.Arr.ofTexts(
                                            below.stream().map(SessionSummary::id).toList()))
                            .with("total_usage", usage(used));
        }

        String head() {
            return parent.map(it ->
                            "Sub-agent %s of session %s, call %s\n"
                                    .formatted(
                                            TerminalText.read(it.agent()),
                                            it.session(),
                                            TerminalText.read(it.callId())))
                    .orElse("");
        }

        String totals() {
            return below.isEmpty()
                    ? ""
                    : "With %d %s: %d tokens read, %d written, %d from the cache, %d into it\n%s"
                            .formatted(
                                    below.size(),
                                    below.size() == 1 ? "sub-agent" : "sub-agents",
                                    used.input(),
                                    used.output(),
                                    used.cacheRead(),
                                    used.cacheWrite(),
                                    below.stream()
                                            .map(it ->
                                                    "  %s  %s\n"
                                                            .formatted(
                                                                    it.id(),
                                                                    line(
                                                                            it.title(),
                                                                            MAX_TITLE_LENGTH)))
                                            .collect(Collectors.joining()));
        }
    }

    private static Json.Obj json(
            SessionId id, SessionHistory history, List<TurnChanges> turns, Family family) {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("id", id.value())
                        .with("title", history.title())
                        .with("model", history.model())
                        .with("usage", usage(history.usage()))
                        .with("stats", history.stats())
                        .with(
                                "turns",
                                new Json.Arr(turns.stream().<Json>map(Records::write).toList()));
        return family.addTo(json);
    }

    private static String text(
            SessionId id,
            SessionHistory history,
            List<TurnChanges> turns,
            Family family,
            Console console) {
        var text = new StringBuilder(console.bold(id.value()));
        text.append("  ").append(line(history.title(), MAX_TITLE_LENGTH)).append('\n');
        text.append(family.head());
        for (Transcript.Item item : history.items()) {
            text.append('\n').append(item(item, history.turnOf(item), console));
        }
        text.append('\n').append(totals(history)).append(family.totals());
        for (TurnChanges turn : turns) {
            List<String> changed =
                    turn.files().stream()
                            .map(it ->
                                    it.path()
                                            + " ("
                                            + it.standing()
                                                    .name()
                                                    .toLowerCase(Locale.ROOT)
                                                    .replace('_', ' ')
                                            + ")")
                            .toList();
            text.append("Turn %d changed %s\n".formatted(turn.turn(), DisplayPaths.of(changed)));
        }
        return text.toString();
    }

    private static String totals(SessionHistory history) {
        Json.Obj stats = history.stats();
        Usage usage = history.usage();
        String calls = "Calls: %s".formatted(stats.find("total").map(JsonText::write).orElse("0"));
        return usage.equals(Usage.NONE)
                ? calls + "\n"
                : "%s. Tokens: %d read, %d written, %d from the cache, %d into it (%s)\n"
                        .formatted(
                                calls,
                                usage.input(),
                                usage.output(),
                                usage.cacheRead(),
                                usage.cacheWrite(),
                                history.model());
    }

    /// An item with its number, for `fork` and `rewind`, and its turn, for `undo` and `diff`.
    private static String item(Transcript.Item item, int turn, Console console) {
        String facts = console.dim("  turn " + turn + " · " + minute(item.first().at()));
        String head = "[%d] ".formatted(item.number());
        String words = "";
        if (item.first().body() instanceof Entry.User(List<Part> parts, String source)) {
            head += console.bold(source.equals("user") ? "you" : source) + facts;
            words = SessionHistory.text(parts);
        } else if (item.first().body() instanceof Entry.Assistant said) {
            head += console.bold("model");
            words = SessionHistory.text(said.parts());
        } else {
            head += console.bold("call") + facts;
        }
        var text = new StringBuilder(head).append('\n').append(indented(words));
        item.calls().forEach(it -> text.append(call(it, console)));
        return text.toString();
    }

    private static String indented(String text) {
        return text.isBlank() ? "" : TerminalText.read(text.strip()).indent(4);
    }

    static String call(Transcript.ItemCall call, Console console) {
        return "    %s %s  %s\n"
                .formatted(
                        console.green(TerminalText.read(call.tool())),
                        line(call.arguments(), MAX_ARGUMENTS_LENGTH),
                        outcome(call, console))
                .stripTrailing()
                .concat("\n");
    }

    private static String outcome(Transcript.ItemCall call, Console console) {
        if (call.result().isEmpty()) {
            return console.yellow("has no result yet");
        }
        Entry.Result result = call.result().get();
        String said =
                result.envelope()
                        .text("error_text")
                        .or(() -> ResultMetadata.of(result.envelope()).text("title"))
                        .orElse("");
        String shown = "→ " + line(said, MAX_ARGUMENTS_LENGTH);
        return result.failed() ? console.red(shown) : console.dim(shown);
    }
}
