package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole runs of the agent, with a scripted model behind each of the wires.
@ParameterizedClass
@ValueSource(strings = {"anthropic", "openai"})
class RunBothWiresTest {

    private final String wire;

    @TempDir Path root;

    RunBothWiresTest(String wire) {
        this.wire = wire;
    }

    private DeftRun run(BothWires model, String... words) {
        return DeftRun.in(
                root,
                model.environment(wire),
                "",
                Stream.concat(Stream.of("run"), Stream.of(words)).toArray(String[]::new));
    }

    private static List<Json.Obj> events(DeftRun ran, String type) {
        return ran.out()
                .lines()
                .map(RunBothWiresTest::object)
                .filter(it -> it.text("type").orElse("").equals(type))
                .toList();
    }

    private static Json.Obj object(String line) {
        try {
            return JsonText.parseObject(line);
        } catch (JsonSyntaxException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }

    @Test
    void fixesAFailingTest() throws IOException {
        Files.writeString(root.resolve("add.sh"), "add() { echo $(($1 - $2)); }\n");
        Files.writeString(
                root.resolve("test.sh"),
                """
                . ./add.sh
                [ "$(add 2 3)" = 5 ] && echo ok || { echo "FAILED: 2 + 3 = $(add 2 3)"; exit 1; }
                """);
        try (var model =
                BothWires.following(
                        calls("grep", args("pattern", "add")),
                        calls("read", args("path", "add.sh"))
                                .and("bash", args("command", "sh test.sh")),
                        calls(
                                "edit",
                                args(
                                        "path",
                                        "add.sh",
                                        "old_text",
                                        "$1 - $2",
                                        "new_text",
                                        "$1 + $2")),
                        calls("bash", args("command", "sh test.sh")),
                        says("Fixed."))) {
            DeftRun ran = run(model, "fix it", "--yes-edits", "--allow", "bash sh test.sh");
            assertThat(ran.out()).as(ran.err()).isEqualTo("Fixed.\n");
            assertThat(ran.code()).isZero();
            List<Asked> asked = model.asked();
            assertThat(asked).hasSize(5);
            assertThat(asked.get(2).lastResults().get(1)).contains("FAILED: 2 + 3 = -1");
            assertThat(asked.get(4).lastResults().getFirst()).contains("ok");
        }
        assertThat(root.resolve("add.sh")).hasContent("add() { echo $(($1 + $2)); }\n");
    }

    @Test
    void answersCallsSideBySideInTheirOrder() throws IOException {
        Reply many = says("All at once.");
        for (int i = 0; i < 12; i++) {
            Files.writeString(root.resolve(i + ".txt"), "this is file " + i + "\n");
            many = many.and("read", args("path", i + ".txt"));
        }
        try (var model = BothWires.following(many, says("Read."))) {
            assertThat(run(model, "read them").code()).isZero();
            List<String> results = model.asked().getLast().lastResults();
            assertThat(results).hasSize(12);
            for (int i = 0; i < results.size(); i++) {
                assertThat(results.get(i)).contains("this is file " + i);
            }
        }
    }

    @Test
    void answersCallsThatAreWrong() throws IOException {
        Reply wrong =
                says("").raw("read", "{\"path\": \"a.t")
                        .raw("read", "[1]")
                        .and("raed", args("path", "a.txt"))
                        .and("read", args("file", "a.txt"))
                        .and("current_time", args());
        try (var model = BothWires.following(wrong, says("I see."))) {
            DeftRun ran = run(model, "try", "--output", "stream-json");
            assertThat(ran.code()).as(ran.out()).isZero();
            List<String> results = model.asked().getLast().lastResults();
            assertThat(results).hasSize(5);
            assertThat(results.get(2)).contains("read");
            assertThat(results.get(3)).contains("path");
            assertThat(events(ran, "tool_result")).hasSize(5);
            assertThat(events(ran, "tool_call").getFirst().text("args"))
                    .contains("{\"path\": \"a.t");
        }
    }

    @Test
    void showsTheHeadOfAHugeOutputAndLetsTheRestBeRead() throws IOException {
        var place = Pattern.compile("\\S*\\.deft/\\S*?[\\w-]+\\.txt");
        try (var model =
                new BothWires(asked ->
                        switch (asked.answers()) {
                            case 0 -> calls("bash", args("command", "seq 1 100000"));
                            case 1 ->
                                    place.matcher(asked.lastResults().getFirst())
                                            .results()
                                            .findFirst()
                                            .map(MatchResult::group)
                                            .map(it ->
                                                    calls(
                                                            "read",
                                                            args("path", it)
                                                                    .with(
                                                                            "offset",
                                                                            Json.Num.of(49_999))
                                                                    .with("limit", Json.Num.of(3))))
                                            .orElseGet(() -> says("There is no file."));
                            default -> says("Seen.");
                        })) {
            DeftRun ran = run(model, "count");
            assertThat(ran.out()).as(ran.err()).isEqualTo("Seen.\n");
            String head = model.asked().get(1).lastResults().getFirst();
            assertThat(head.length()).isLessThan(210_000);
            assertThat(model.asked().get(2).lastResults().getFirst())
                    .contains("49999\n")
                    .contains("50001\n")
                    .doesNotContain("50002\n");
        }
    }

    @Test
    void tellsTheModelWhatItMayNotDo() throws IOException {
        try (var model =
                BothWires.following(
                        calls("write", args("path", "a.txt", "content", "x")),
                        says("I may not."))) {
            DeftRun ran = run(model, "write", "--output", "stream-json");
            assertThat(ran.code()).isEqualTo(3);
            assertThat(events(ran, "ask")).hasSize(1);
            assertThat(events(ran, "result").getFirst().text("status")).contains("denied");
            assertThat(model.asked().getLast().lastResults().getFirst())
                    .contains("Nobody is here to ask");
        }
        assertThat(root.resolve("a.txt")).doesNotExist();
    }

    @Test
    void givesUpAtOnceWhereTheKeyIsRefused() throws IOException {
        for (int status : new int[] {401, 403}) {
            try (var model = new BothWires(_ -> Reply.objects(status, "no such key"))) {
                DeftRun ran = run(model, "hello");
                assertThat(ran.code()).isEqualTo(1);
                assertThat(model.asked()).hasSize(1);
                assertThat(ran.out()).isEmpty();
                assertThat(ran.err().lines().filter(it -> it.startsWith("deft: "))).hasSize(1);
                assertThat(ran.err()).doesNotContain(BothWires.KEY);
            }
        }
    }

    @Test
    void waitsWhereThereAreTooManyRequests() throws IOException {
        var requests = new AtomicInteger();
        try (var model =
                new BothWires(_ ->
                        requests.incrementAndGet() < 3
                                ? Reply.objects(429, "slow down")
                                : says("Now."))) {
            DeftRun ran = run(model, "hello", "--output", "stream-json");
            assertThat(ran.code()).isZero();
            assertThat(events(ran, "retry")).hasSize(2);
            assertThat(events(ran, "result").getFirst().text("text")).contains("Now.");
        }
    }

    @Test
    void runsNothingOfACutAnswerAndShowsNothingTwice() throws IOException {
        Reply appending =
                says("I append a line.").and("bash", args("command", "echo once >> log.txt"));
        var requests = new AtomicInteger();
        try (var model =
                new BothWires(asked ->
                        asked.answers() > 0
                                ? says("Appended.")
                                : requests.incrementAndGet() < 3
                                        ? appending.breakingOff()
                                        : appending)) {
            DeftRun ran =
                    run(
                            model,
                            "append",
                            "--yes-edits",
                            "--allow",
                            "bash *",
                            "--output",
                            "stream-json");
            assertThat(ran.code()).as(ran.out()).isZero();
            assertThat(events(ran, "retry")).hasSize(2);
            assertThat(events(ran, "tool_call")).hasSize(1);
            assertThat(
                            events(ran, "text").stream()
                                    .map(it -> it.text("delta").orElse(""))
                                    .reduce("", String::concat))
                    .isEqualTo("I append a line.Appended.");
        }
        assertThat(root.resolve("log.txt")).hasContent("once\n");
    }

    @Test
    void stopsAfterItsStepsAndContinuesWithTheSession() throws IOException {
        try (var model =
                BothWires.following(
                        calls("current_time", args()),
                        calls("current_time", args("timezone", "UTC")),
                        says("Late."))) {
            DeftRun ran =
                    run(model, "time?", "--max-turns", "2", "--session", "s", "--output", "json");
            assertThat(ran.code()).isEqualTo(1);
            assertThat(object(ran.out()).text("status")).contains("limit");
            assertThat(run(model, "go on", "--session", "s").out()).isEqualTo("Late.\n");
        }
    }

    @Test
    void stopsBeforeItCostsMore() throws IOException {
        Files.createDirectories(root.resolve(".home/config"));
        try (var model =
                new BothWires(asked ->
                        calls(
                                "current_time",
                                args("timezone", "Etc/GMT+" + asked.answers() % 12)))) {
            String name = wire.equals("anthropic") ? "claude-sonnet-4-6" : "openai/gpt-5.1";
            DeftRun ran = run(model, "go", "--budget", "0.03", "--model", name, "--output", "json");
            assertThat(object(ran.out()).text("status"))
                    .as(ran.out() + ran.err())
                    .contains("limit");
            assertThat(ran.code()).isEqualTo(1);
            Json.Obj usage = (Json.Obj) object(ran.out()).find("usage").orElseThrow();
            assertThat(Double.parseDouble(JsonText.write(usage.find("cost_usd").orElseThrow())))
                    .isGreaterThanOrEqualTo(0.03);
        }
    }
}
