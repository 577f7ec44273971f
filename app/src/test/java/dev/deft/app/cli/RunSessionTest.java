package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.codec.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which session a run goes on with.
class RunSessionTest {

    @TempDir private Path root;

    private DeftRun run(String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("run", "go", "--output=json"));
        words.addAll(List.of(more));
        List<ScriptedAnswer> script =
                List.of(
                        ScriptedAnswer.saying("one"),
                        ScriptedAnswer.saying("two"),
                        ScriptedAnswer.saying("three"));
        try (var server = new ScriptedServer(script, Duration.ZERO)) {
            return DeftRun.in(
                    root,
                    Map.of("ANTHROPIC_API_KEY", "sk-test-1", "ANTHROPIC_BASE_URL", server.url()),
                    "",
                    words.toArray(String[]::new));
        }
    }

    private static String field(DeftRun run, String name) throws Exception {
        return JsonText.parseObject(run.out()).text(name).orElse("");
    }

    private void isOld(String session) throws Exception {
        Files.setLastModifiedTime(
                root.resolve(".deft/sessions/" + session + ".jsonl"), FileTime.from(Instant.EPOCH));
    }

    @Test
    void isTheLatestOneWhenToldToContinue() throws Exception {
        String first = field(run(), "session_id");
        for (List<String> how :
                List.of(
                        List.of("-c"),
                        List.of("--session", "last"),
                        List.of("-r", first.substring(0, first.length() - 2)),
                        List.of("--resume=" + first))) {
            DeftRun again = run(how.toArray(String[]::new));
            assertThat(field(again, "session_id")).as("%s", how).isEqualTo(first);
        }
        assertThat(root.resolve(".deft/sessions")).isDirectoryNotContaining("glob:**last.jsonl");
        DeftRun other = run("--session", "other");
        assertThat(field(other, "session_id")).isEqualTo("other");
        isOld(first);
        assertThat(field(run("-c"), "session_id")).isEqualTo("other");
        assertThat(run("--session", "oth").err()).contains("continuing session other");
    }

    @Test
    void hasTheWordsOfTheOneBefore() throws Exception {
        assertThat(field(run(), "text")).isEqualTo("one");
        assertThat(field(run("-c"), "text")).as("the second answer of one talk").isEqualTo("two");
    }

    @Test
    void isAskedForWhereTheBeginningFitsMany() throws Exception {
        run("--session", "job-1");
        run("--session", "job-2");
        DeftRun ambiguous = run("--session", "job");
        assertThat(ambiguous.code()).isEqualTo(2);
        assertThat(ambiguous.err()).contains("\"job\" is the prefix of 2 ids: job-1, job-2");
    }

    @Test
    void isNeverThatOfAnotherNameForCalls() throws Exception {
        DeftRun first =
                DeftRun.in(root, "", "call", "todo", "{\"todos\":[]}", "--session", "job-10");
        assertThat(first.code()).isZero();
        DeftRun.in(root, "", "call", "todo", "{\"todos\":[]}", "--session", "job-1");
        assertThat(root.resolve(".deft/sessions/job-1.jsonl")).exists();
    }

    @Test
    void isNeverCalledLast() throws Exception {
        run("--session", "a");
        assertThat(DeftRun.in(root, "", "sessions", "fork", "a", "--name", "last").err())
                .contains("\"last\" stands for the latest session");
        assertThat(
                        DeftRun.in(root, "", "call", "todo", "{\"todos\":[]}", "--session", "last")
                                .err())
                .contains("continuing session a");
    }
}
