package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Widget;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.run.Approver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;

/// Dialogs as they come up in a session.
final class DialogExamples {

    private static final String OLD =
            """
            int parse(String text) {
                return Integer.parseInt(text);
            }\
            """;

    private static final String NEW =
            """
            int parse(String text) {
                return Integer.parseInt(text.strip());
            }\
            """;

    private DialogExamples() {}

    /// By the names of their golden files.
    static Map<String, Supplier<Widget>> all() {
        Map<String, Supplier<Widget>> all = new LinkedHashMap<>();
        all.put("approve-command", () -> approval(command()));
        all.put("approve-selected", () -> pressed(approval(command()), "down", "down"));
        all.put("approve-edit", () -> approval(edit()));
        all.put("approve-patch", () -> approval(patch()));
        all.put("approve-arguments", () -> approval(arguments()));
        all.put("approve-long", () -> approval(longScript()));
        all.put("approve-rules", () -> approval(severalRules()));
        all.put("approve-preview", () -> approval(preview()));
        all.put("approve-edit-rule", () -> pressed(approval(command()), "e", "ctrl-u", "allow"));
        all.put("approve-instead", () -> pressed(approval(command()), "r", "use mvn -o"));
        all.put("question-one", () -> question(List.of(storage())));
        all.put("question-several", () -> pressed(question(several()), "down", " ", "enter"));
        all.put("question-other", () -> pressed(question(several()), "3", "DuckDB"));
        all.put("question-free", () -> pressed(question(List.of(free())), "eu-central"));
        all.put(
                "question-summary",
                () -> pressed(question(several()), "1", "1", "2", "enter", "esc"));
        all.put("picker", DialogExamples::picker);
        all.put("picker-filtered", () -> pressed(picker(), "rule"));
        all.put("picker-nothing", () -> pressed(picker(), "zzz"));
        all.put("picker-few", DialogExamples::confirmation);
        all.put("pager", () -> pager(Pager.Start.BEGINNING));
        all.put("pager-follow", () -> pager(Pager.Start.END));
        all.put(
                "pager-search",
                () -> pressed(pager(Pager.Start.BEGINNING), "/", "line 77", "enter"));
        return all;
    }

    private static Widget pressed(Widget widget, String... keys) {
        DrawnDialog.press(widget, keys);
        return widget;
    }

    static ApprovalDialog approval(Approver.Request request) {
        return new ApprovalDialog(
                request,
                DrawnDialog.THEME,
                DrawnDialog.PLAIN_DIFF,
                DialogExamples::check,
                DrawnDialog.slowKeys());
    }

    static Optional<String> check(String rule) {
        return rule.split(" ", 3).length == 3
                ? Optional.empty()
                : Optional.of("a rule is: action permission pattern");
    }

    static Approver.Request request(String tool, Map<String, ?> arguments, String... rules) {
        return new Approver.Request(
                "call-1",
                tool,
                Json.Obj.of(arguments),
                List.of("No rule covers this call."),
                List.of(rules),
                Optional.empty());
    }

    static Approver.Request command() {
        return request(
                        "bash",
                        fields("command", "mvn -o -q verify", "description", "Run all tests"),
                        "allow bash mvn -o -q verify")
                .from("explore 1f3a9c");
    }

    private static Approver.Request edit() {
        return request(
                "edit",
                fields("path", "src/Parser.java", "old_text", OLD, "new_text", NEW),
                "allow edit src/Parser.java");
    }

    private static Approver.Request patch() {
        return request(
                "apply_patch",
                fields(
                        "patch",
                        """
                        *** Begin Patch
                        *** Update File: src/Parser.java
                        @@ int parse
                        -    return Integer.parseInt(text);
                        +    return Integer.parseInt(text.strip());
                        *** End Patch\
                        """),
                "allow edit src/Parser.java");
    }

    private static Approver.Request arguments() {
        return request(
                "github__create_issue",
                fields(
                        "repository",
                        "deft/deft",
                        "title",
                        "The parser fails for spaces",
                        "body",
                        "Steps:\n1. parse \" 5\"\n2. see it fail",
                        "labels",
                        List.of("bug", "parser"),
                        "options",
                        fields("private", false, "assignee", ""),
                        "priority",
                        2));
    }

    private static Approver.Request longScript() {
        String lines =
                String.join(
                        "\n", IntStream.range(1, 60).mapToObj(it -> "echo step " + it).toList());
        return request("bash", fields("command", lines), "allow bash echo step *");
    }

    private static Approver.Request severalRules() {
        return request(
                "bash",
                fields("command", "git fetch origin && git rebase origin/main && npm ci"),
                "allow bash git fetch origin",
                "allow bash git rebase origin/main",
                "allow bash npm ci --a-long-option=that-fills-the-line --and-another-one=value");
    }

    private static Approver.Request preview() {
        return new Approver.Request(
                "call-1",
                "bash",
                Json.Obj.of(fields("command", "sed -i s/foo/bar/ notes.txt")),
                List.of("The command changes files."),
                List.of(),
                Optional.of(
                        """
                        1 file changes:
                        --- notes.txt
                        +++ notes.txt
                        @@ -1,2 +1,2 @@
                         first
                        -foo
                        +bar
                        """));
    }

    static Map<String, Object> fields(Object... namesAndValues) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }

    static QuestionDialog question(List<Question> questions) {
        return new QuestionDialog(questions, DrawnDialog.THEME, DrawnDialog.slowKeys());
    }

    static List<Question> several() {
        return List.of(storage(), tests(), free());
    }

    private static Question storage() {
        return new Question(
                "Where should the service keep its data?",
                Optional.of("Storage"),
                List.of(
                        choice("PostgreSQL", "the server that the project has already"),
                        choice("SQLite", "a file, no server")),
                false);
    }

    private static Question tests() {
        return new Question(
                "Which tests should I write? Each kind takes some minutes, and all of them run"
                        + " before a release.",
                Optional.of("Tests"),
                List.of(
                        choice("Unit", "fast, for each class"),
                        choice("Integration", "with a real database, started for each test class"),
                        choice("End to end", "")),
                true);
    }

    private static Question free() {
        return new Question(
                "In which region does it run?", Optional.of("Region"), List.of(), false);
    }

    private static Question.Choice choice(String label, String description) {
        return new Question.Choice(label, Optional.of(description));
    }

    static Picker<Integer> picker() {
        List<Picker.Item<Integer>> items =
                IntStream.range(0, 120)
                        .mapToObj(it ->
                                new Picker.Item<>(
                                        it,
                                        (it % 3 == 0
                                                        ? "Fix the parser of rules "
                                                        : "Look into tests ")
                                                + it,
                                        it + 1 + " hours ago · 12 turns"))
                        .toList();
        return new Picker<>(
                DrawnDialog.THEME,
                "Resume a session",
                items,
                new Picker.Setup<>(
                        it -> "Session " + it + " changed three files.\nIts tests pass.", 2));
    }

    private static Picker<String> confirmation() {
        return new Picker<>(
                DrawnDialog.THEME,
                "Rewind to this message?",
                List.of(
                        new Picker.Item<>("both", "Conversation and files", "3 files change"),
                        new Picker.Item<>("conversation", "Conversation only", ""),
                        new Picker.Item<>("files", "Files only", "3 files change")));
    }

    static Pager pager(Pager.Start start) {
        List<AttributedString> lines =
                IntStream.rangeClosed(1, 100)
                        .mapToObj(it -> new AttributedString("line " + it + " of the output"))
                        .toList();
        return new Pager(DrawnDialog.THEME, "explore 1f3a9c", _ -> lines, start);
    }
}
