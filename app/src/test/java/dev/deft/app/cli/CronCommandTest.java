package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.Screen;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `deft cron` at the command line, and the shapes of schedules and messages in the dialects.
class CronCommandTest {

    @TempDir Path root;

    private DeftRun deft(String... words) {
        return DeftRun.in(root, "", words);
    }

    private Json.Obj call(String dialect, String tool, String arguments) throws IOException {
        return JsonText.parseObject(deft("call", tool, arguments, "--dialect", dialect).out());
    }

    @Test
    void nextPrintsInstantsStrictlyAfterTheStart() {
        DeftRun ran =
                deft(
                        "cron",
                        "next",
                        "0 9 * * mon-fri",
                        "--from",
                        "2026-01-02T09:00:00Z",
                        "--count",
                        "2");

        assertThat(ran.out()).isEqualTo("2026-01-05T09:00:00Z\n2026-01-06T09:00:00Z\n");
        assertThat(ran.code()).isZero();
        assertThat(root.resolve(".deft")).doesNotExist();
    }

    @Test
    void nextTakesAZoneAndPrintsJson() {
        DeftRun ran =
                deft(
                        "cron",
                        "next",
                        "@daily",
                        "--zone",
                        "Asia/Kathmandu",
                        "--from",
                        "2026-01-01",
                        "--count",
                        "2",
                        "--json");

        assertThat(ran.out()).isEqualTo("[\"2026-01-01T18:15:00Z\",\"2026-01-02T18:15:00Z\"]\n");
    }

    @Test
    void aWrongScheduleIsBadUsageThatShowsTheField() {
        assertThat(deft("cron", "next", "0 25 * * *"))
                .isEqualTo(
                        new DeftRun(
                                2,
                                "",
                                "deft: cron: The hour \"25\" is wrong: \"25\" is not allowed; hours are 0 to 23. (see deft cron --help)\n"));
        assertThat(deft("cron", "next", "* * * * *", "--zone", "Mars/Base").err())
                .contains("There is no time zone \"Mars/Base\"");
        assertThat(deft("cron", "next", "* * * * *", "--from", "yesterday").err())
                .contains("--from is an instant such as 2026-03-29T00:00:00Z");
        assertThat(deft("cron", "next", "*", "*", "*", "*", "*").err())
                .contains("put the schedule in quotes");
        assertThat(deft("cron", "dance").code()).isEqualTo(2);
    }

    @Test
    void jobsAreAddedListedAndRemoved() throws IOException {
        assertThat(deft("cron").out()).startsWith("There are no jobs");
        assertThat(deft("cron", "add", "@daily", "look", "--id", "a", "--zone", "UTC").out())
                .startsWith("added a; it runs next at ");
        assertThat(deft("cron", "add", "@daily", "look", "--id", "a").code()).isEqualTo(1);

        assertThat(deft("cron", "list").out()).startsWith("a  ").contains("@daily", "UTC", "look");
        Json.Arr listed = (Json.Arr) JsonText.parse(deft("cron", "list", "--json").out());
        assertThat(((Json.Obj) listed.items().getFirst()).text("status")).contains("own");
        assertThat(deft("cron", "remove", "a")).isEqualTo(new DeftRun(0, "removed a\n", ""));
        assertThat(deft("cron", "remove", "a").err()).contains("there is no job \"a\"");
    }

    @Test
    void aPromptCannotDriveTheTerminal() {
        deft("cron", "add", "@daily", "evil\u001b[2J\u001b]0;x\u0007 prompt", "--id", "a");

        DeftRun ran = DeftRun.on(Screen.NONE, root, Map.of(), "", "cron", "list");

        assertThat(ran.out()).contains("evil prompt").doesNotContain("\u001b");
    }

    @Test
    void aJobThatCameWithTheWorkspaceIsShownAndAdopted() throws IOException {
        deft("cron", "add", "@daily", "be good", "--id", "a");
        Path jobs = root.resolve(".deft/schedules/jobs.json");
        Files.writeString(jobs, Files.readString(jobs).replace("be good", "be evil"));

        DeftRun list = deft("cron", "list");
        assertThat(list.out()).contains("not yours");
        assertThat(list.err()).contains("they do not run");
        assertThat(deft("cron", "adopt", "a").out()).contains("be evil", "Add --yes");
        assertThat(deft("cron", "list").out()).contains("not yours");
        assertThat(deft("cron", "adopt", "a", "--yes").out()).startsWith("adopted a;");
        assertThat(deft("cron", "list").out()).doesNotContain("not yours");
    }

    @Test
    void runNeedsAModelAndEndsWhenItShall() {
        assertThat(deft("cron", "run", "--until", "2020-01-01").code()).isEqualTo(1);
        DeftRun ran =
                DeftRun.in(
                        root,
                        Map.of("ANTHROPIC_API_KEY", "sk-test-1"),
                        "",
                        "cron",
                        "run",
                        "--until",
                        "2020-01-01");
        assertThat(ran.code()).isZero();
        assertThat(ran.err()).contains("no job is due; waiting for one to be added");
        assertThat(deft("cron", "log").out()).isEqualTo("There are no runs yet.\n");
    }

    @Test
    void inventoryAnswersWithLines() throws IOException {
        String added =
                call(
                                "inventory",
                                "cron",
                                "{\"action\":\"add\",\"schedule\":\"@yearly\",\"prompt\":\"p\"}")
                        .text("content")
                        .orElseThrow();
        assertThat(added)
                .matches("id: [a-z0-9]{6}\nschedule: @yearly\nnext: [0-9]{4}-01-01T00:00:00Z");
        String id = added.substring("id: ".length(), added.indexOf('\n'));
        assertThat(call("inventory", "cron", "{\"action\":\"list\"}").text("content").orElseThrow())
                .matches(
                        "count: 1\n\nid: %s\nschedule: @yearly\nnext: .*\nstatus: own\nprompt: p"
                                .formatted(id));
        assertThat(call("inventory", "cron", "{\"action\":\"remove\",\"id\":\"%s\"}".formatted(id)))
                .isEqualTo(
                        JsonText.parse(
                                "{\"content\":\"id: %s\\nremoved: true\",\"is_error\":false}"
                                        .formatted(id)));
        assertThat(
                        call(
                                "inventory",
                                "cron",
                                "{\"action\":\"add\",\"schedule\":\"x\",\"prompt\":\"p\"}"))
                .isEqualTo(
                        JsonText.parse(
                                "{\"content\":\"A schedule has five fields, minute hour day-of-month month day-of-week, such as \\\"30 9 * * mon-fri\\\"; \\\"x\\\" has 1.\",\"is_error\":true}"));
        assertThat(call("inventory", "message", "{\"to\":\"console\",\"content\":\"hi\"}"))
                .isEqualTo(
                        JsonText.parse(
                                "{\"content\":\"to: console\\nstatus: sent\",\"is_error\":false}"));
    }

    @Test
    void aMessageToTheConsoleGoesToStandardError() {
        DeftRun ran = deft("call", "message", "{\"to\":\"console\",\"content\":\"hello\"}");

        assertThat(ran.err()).isEqualTo("deft: hello\n");
        assertThat(ran.out()).contains("\"data\":{\"to\":\"console\",\"status\":\"sent\"}");
        assertThat(deft("call", "message", "{\"to\":\"pager:7\",\"content\":\"x\"}").out())
                .contains(
                        "There is no channel \\\"pager:7\\\"; the channels are console, cron, session, user.");
    }

    @Test
    void pegasusRepliesOnlyInItsMainCollection() throws IOException {
        DeftRun ran =
                deft(
                        "call",
                        "reply",
                        "{\"text\":\"hi\",\"channelId\":\"console\",\"replyTo\":\"m1\"}",
                        "--dialect",
                        "pegasus",
                        "--collection",
                        "mainAgentTools");

        assertThat(ran.err()).isEqualTo("deft: hi\n");
        assertThat(JsonText.parseObject(ran.out()).find("result"))
                .contains(
                        JsonText.parse(
                                "{\"delivered\":true,\"channelId\":\"console\",\"replyTo\":\"m1\"}"));
        assertThat(
                        deft(
                                        "call",
                                        "reply",
                                        "{\"text\":\"hi\",\"channelId\":\"console\"}",
                                        "--dialect",
                                        "pegasus",
                                        "--collection",
                                        "allTaskTools")
                                .code())
                .isEqualTo(1);
    }
}
