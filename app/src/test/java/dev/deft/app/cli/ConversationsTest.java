package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.file.FileSessionStore;
import dev.deft.agent.session.file.SessionPaths;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.os.OsFileLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `deft sessions` with conversations.
class ConversationsTest {

    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    @TempDir private Path root;

    private DeftRun deft(String... words) {
        return DeftRun.in(root, "", words);
    }

    private SessionLog open(String id) throws IOException {
        var store =
                new FileSessionStore(
                        new SessionPaths(
                                root, root.resolve(".home/data"), root.resolve(".home/cache")),
                        new OsFileLocks(),
                        CLOCK,
                        _ -> {});
        return SessionLog.of(SessionWriter.open(store, new SessionId(id), CLOCK));
    }

    private static Entry.User user(String text) {
        return new Entry.User(List.of(new Part.Text(text)), "user");
    }

    private static Entry.Assistant model(Answer.Stop stop, Part... parts) {
        return new Entry.Assistant(List.of(parts), stop, "m-1");
    }

    /// Two questions; the first answer asks for a call that a crash left without a result.
    @BeforeEach
    void aConversation() throws IOException {
        try (SessionLog log = open("talk")) {
            log.addUserMessage(user("Fix the <script>alert(1)</script> parser"));
            log.addAnswer(
                    model(
                            Answer.Stop.CALLS,
                            new Part.Reasoning("let me look", Json.Obj.EMPTY),
                            new Part.Call("c1", "read", "{\"path\":\"</pre><img src=x>\"}")));
            log.addUsage(new Entry.TokenUsage(new Usage(100, 20, 5, 7), "m-1"));
        }
        try (SessionLog log = open("talk")) {
            log.addAnswer(model(Answer.Stop.DONE, new Part.Text("Fixed it.\n```js\nx\n```")));
            log.addUserMessage(user("Thanks, now the lexer"));
            log.addAnswer(model(Answer.Stop.DONE, new Part.Text("Done too.")));
        }
    }

    @Test
    void areListedWithTitlesAndSearched() throws Exception {
        open("other").close();

        assertThat(deft("sessions", "list").out())
                .containsPattern("talk +.* 2 turns +132 tk  m-1: Fix the <script>");
        assertThat(deft("sessions", "list", "LEXER", "thank").out()).startsWith("talk ");
        assertThat(deft("sessions", "list", "lexers").out())
                .isEqualTo("No session has all of these words.\n");
        Json listed = JsonText.parse(deft("sessions", "list", "--json", "talk").out());
        assertThat(JsonText.write(listed))
                .contains(
                        "\"id\":\"talk\",\"title\":\"Fix the",
                        "\"turns\":2,\"model\":\"m-1\",\"usage\":{\"input_tokens\":100,");
    }

    @Test
    void areShownMessageByMessage() {
        assertThat(deft("sessions", "show", "talk").out().lines().map(String::strip))
                .contains(
                        "[2] model",
                        "read {\"path\":\"</pre><img src=x>\"}  → The program ended before this call was started; it did nothing.",
                        "Thanks, now the lexer",
                        "[5] model",
                        "Calls: 1. Tokens: 100 read, 20 written, 5 from the cache, 7 into it (m-1)");
    }

    @Test
    void areReplayedTheSameEveryTime() {
        DeftRun first = deft("sessions", "replay", "talk", "--output", "stream-json");

        assertThat(deft("sessions", "replay", "talk", "--json").out()).isEqualTo(first.out());
        assertThat(first.out().lines().map(it -> it.substring(9, it.indexOf('"', 9))))
                .containsExactly(
                        "session",
                        "reasoning",
                        "usage",
                        "tool_call",
                        "tool_result",
                        "text",
                        "text",
                        "result");
        assertThat(first.out().lines().toList().getLast())
                .isEqualTo(
                        "{\"type\":\"result\",\"status\":\"done\",\"text\":\"Done too.\",\"session_id\":\"talk\",\"steps\":3,\"turns\":3,"
                                + "\"usage\":{\"input_tokens\":100,\"output_tokens\":20,\"cache_read\":5,\"cache_write\":7,\"cost_usd\":null},\"files_changed\":[]}");
        assertThat(deft("sessions", "replay", "talk").out())
                .startsWith("> Fix the")
                .endsWith("> Thanks, now the lexer\nDone too.\n");
        assertThat(deft("sessions", "replay", "talk", "--speed", "0").err())
                .contains("--speed is max, real or a number above 0");
        assertThat(deft("sessions", "replay", "talk", "--speed", "1000").out())
                .isEqualTo(deft("sessions", "replay", "talk").out());
    }

    @Test
    void areReplayedWhileTheyAreOpen() throws Exception {
        byte[] before = Files.readAllBytes(root.resolve(".deft/sessions/talk.jsonl"));
        try (SessionLog _ = open("talk")) {
            for (String what : List.of("replay", "show", "verify", "export")) {
                assertThat(deft("sessions", what, "talk").code()).as(what).isZero();
            }
        }
        assertThat(Files.readAllBytes(root.resolve(".deft/sessions/talk.jsonl"))).isEqualTo(before);
    }

    @Test
    void areExportedAsAPageWithoutScripts() throws Exception {
        deft("sessions", "export", "talk", "--format", "html", "--output", "talk.html");
        String page = Files.readString(root.resolve("talk.html"));

        assertThat(page)
                .contains(
                        "<title>Fix the &lt;script&gt;alert(1)&lt;/script&gt; parser</title>",
                        "default-src 'none'",
                        "{&quot;path&quot;:&quot;&lt;/pre&gt;&lt;img src=x&gt;&quot;}",
                        "<summary>thought</summary>")
                .doesNotContainIgnoringCase("<script")
                .doesNotContain("http:", "https:", "<img", "<link");
    }

    @Test
    void areExportedAsMarkdownAndJsonLines() throws Exception {
        assertThat(deft("sessions", "export", "talk", "--format", "markdown").out())
                .startsWith("# Fix the")
                .contains("## 3. Model\n\nFixed it.", "**read**\n\n```json\n{\"path\"");
        assertThat(deft("sessions", "export", "talk").out())
                .isEqualTo(Files.readString(root.resolve(".deft/sessions/talk.jsonl")));
        assertThat(deft("sessions", "export", "talk", "--format", "pdf").code()).isEqualTo(2);
    }

    @Test
    void areForkedAtAMessage() {
        assertThat(deft("sessions", "fork", "talk", "--at", "3", "--name", "copy").out())
                .isEqualTo("copy\n");

        assertThat(deft("sessions", "show", "copy").out())
                .contains("Fixed it.")
                .doesNotContain("lexer");
        assertThat(deft("sessions", "verify", "copy").out()).isEqualTo("copy: 6 entries, intact\n");
        assertThat(deft("sessions", "export", "copy").out())
                .contains("{\"role\":\"fork\"", "\"from\":\"talk\",\"at\":5");
        assertThat(deft("sessions", "fork", "talk", "--name", "copy").err())
                .contains("session copy already exists");
        assertThat(deft("sessions", "fork", "talk", "--at", "9").err())
                .contains("--at: the session has the messages 1 to 5, not 9");
    }

    @Test
    void continueFromAnEarlierMessage() {
        assertThat(deft("sessions", "rewind", "talk", "--to", "3").out())
                .contains("continues from entry 5", "Files were not changed");
        assertThat(deft("sessions", "show", "talk").out())
                .contains("[3] model")
                .doesNotContain("lexer");
        assertThat(deft("sessions", "export", "talk").out()).contains("lexer");
        assertThat(deft("sessions", "verify", "talk").code()).isZero();
        assertThat(deft("sessions", "rewind", "talk").err()).contains("--to N is missing");
        assertThat(deft("sessions", "rewind", "talk", "--to", "#7").err())
                .contains("has no entry 7 on its current branch");
    }

    @Test
    void alsoUndoFileChangesWithTheFilesOption() {
        for (String name : List.of("a", "b", "c")) {
            String write = "{\"path\":\"%s.txt\",\"content\":\"x\"}".formatted(name);
            deft("call", "write", write, "--session", "calls");
        }
        DeftRun run = deft("sessions", "rewind", "calls", "--to", "1", "--files");

        assertThat(run.out())
                .startsWith("Undone: turn 3, c.txt\nUndone: turn 2, b.txt\ncalls continues from");
        assertThat(root.resolve("a.txt")).exists();
        assertThat(root.resolve("b.txt")).doesNotExist();
    }

    @Test
    void areRenamed() {
        deft("sessions", "rename", "talk", "The parser");

        assertThat(deft("sessions", "list").out()).contains("m-1: The parser");
        assertThat(deft("sessions", "rename", "talk").err()).contains("the title is missing");
    }

    @Test
    void areFoundByAPrefixOfTheirIdOrAsTheLast() throws Exception {
        assertThat(deft("sessions", "verify", "ta").out()).startsWith("talk: 7 entries");
        open("tape").close();
        // The clock of files may not have gone on since.
        Files.setLastModifiedTime(
                root.resolve(".deft/sessions/talk.jsonl"), FileTime.from(Instant.EPOCH));

        assertThat(deft("sessions", "verify", "ta").err())
                .contains("\"ta\" is the prefix of 2 ids: talk, tape; type more of it");
        assertThat(deft("sessions", "verify", "last").out()).startsWith("tape: 0 entries");
        assertThat(deft("sessions", "show", "tall").err())
                .contains("there is no session \"tall\"; did you mean talk?")
                .hasLineCount(1);
    }

    @Test
    void reportWhereTheyWereChanged() throws Exception {
        Path log = root.resolve(".deft/sessions/talk.jsonl");
        Files.writeString(log, Files.readString(log).replace("Fixed it", "Broke it"));

        DeftRun run = deft("sessions", "verify", "talk");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .isEqualTo(
                        """
                        talk: 7 entries, changed or damaged
                          line 5: entry 5 (assistant) does not match its hash: it, or entry 4 before it, was changed
                        """);
        assertThat(deft("sessions", "verify").code()).isEqualTo(1);
    }

    @Test
    void areNotChangedWhileAnotherProcessHoldsThem() throws Exception {
        try (SessionLog _ = open("talk")) {
            DeftRun run = deft("sessions", "delete", "talk");

            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err())
                    .startsWith(
                            "deft: The session talk is open in process "
                                    + ProcessHandle.current().pid())
                    .hasLineCount(1);
        }
        assertThat(deft("sessions", "delete", "talk").code()).isZero();
        assertThat(root.resolve(".deft/sessions")).isEmptyDirectory();
    }

    @Test
    void haveHelpForEveryAction() {
        assertThat(deft("sessions", "--help").out())
                .contains("list [WORDS]", "replay ID", "--speed N", "last is the latest");
    }
}
