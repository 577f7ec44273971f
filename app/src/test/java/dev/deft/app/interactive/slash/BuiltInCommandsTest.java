package dev.deft.app.interactive.slash;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.deft.agent.config.UserDirectories;
import dev.deft.policy.ProjectRules;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuiltInCommandsTest {

    @TempDir Path directory;

    private FakeConversation conversation(ScriptedModel model) throws IOException {
        return new FakeConversation(directory, model);
    }

    private static ScriptedModel writing() {
        return new ScriptedModel()
                .calls("write", Map.of("path", "a.txt", "content", "one\n"))
                .says("First.")
                .calls("write", Map.of("path", "a.txt", "content", "two\nthree\n"))
                .says("Second.");
    }

    @Test
    void hasAllThatWasPromised() {
        assertThat(BuiltInCommands.list().stream().map(BuiltInCommand::name))
                .contains(
                        "help model agent plan compact undo redo diff rewind sessions resume fork tools policy cost context export memory skills init clear quit"
                                .split(" "))
                .doesNotHaveDuplicates();
        assertThat(List.of("exit", "new", "continue", "status"))
                .allSatisfy(it -> assertThat(BuiltInCommands.find(it)).isPresent());
        assertThat(BuiltInCommands.find("nothing")).isEmpty();
    }

    @Test
    void clearsAndLeaves() throws Exception {
        try (var conversation = conversation(new ScriptedModel())) {
            assertThat(conversation.run("/clear")).containsExactly("clear screen", "new session");
            assertThat(conversation.run("/exit")).containsExactly("leave");
        }
    }

    @Test
    void changesTheAgent() throws Exception {
        try (var conversation = conversation(new ScriptedModel())) {
            assertThat(conversation.run("/plan")).containsExactly("agent plan");
            assertThat(conversation.run("/agent plan")).containsExactly("agent plan");
            assertThat(conversation.run("/agent plam").getFirst())
                    .startsWith("error There is no agent \"plam\"");
            conversation.run("/agent");
            assertThat(conversation.dialog()).contains("build", "plan").doesNotContain("compact");
            assertThat(conversation.press("plan", "enter")).containsExactly("agent plan");
        }
    }

    @Test
    void changesTheModel() throws Exception {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/v1/models",
                it -> {
                    byte[] list =
                            "{\"data\":[{\"id\":\"big\"},{\"id\":\"small\\u202e\"}]}"
                                    .getBytes(StandardCharsets.UTF_8);
                    it.sendResponseHeaders(200, list.length);
                    it.getResponseBody().write(list);
                    it.close();
                });
        server.start();
        String url = "http://127.0.0.1:%d/v1".formatted(server.getAddress().getPort());
        try (var conversation =
                new FakeConversation(
                        directory,
                        new ScriptedModel(),
                        Map.of("OPENAI_BASE_URL", url, "OPENAI_API_KEY", "k"))) {
            assertThat(conversation.run("/model openai/x")).containsExactly("model openai/x");
            conversation.run("/model");
            assertThat(conversation.dialog())
                    .contains("openai/big", "anthropic/claude-sonnet-4-5", "in use")
                    .doesNotContain("\u202e");
            assertThat(conversation.press("enter")).as("it is in use").isEmpty();
            conversation.run("/model");
            assertThat(conversation.press("openai/big")).isEmpty();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void undoesAndRedoesChangesOfFiles() throws Exception {
        try (var conversation = conversation(writing())) {
            assertThat(conversation.run("/undo").getFirst()).startsWith("error ");
            conversation.session().run("one");
            conversation.session().run("two");

            assertThat(conversation.run("/undo").getFirst())
                    .startsWith("note Undone: turn 2, a.txt");
            assertThat(conversation.root().resolve("a.txt")).hasContent("one");
            assertThat(conversation.run("/redo a.txt").getFirst())
                    .startsWith("note Done again: turn 2, a.txt");
            assertThat(conversation.root().resolve("a.txt")).hasContent("two\nthree");
        }
    }

    @Test
    void showsTheDiff() throws Exception {
        try (var conversation = conversation(writing())) {
            assertThat(conversation.run("/diff"))
                    .containsExactly("note This session changed no file.");
            conversation.session().run("one");
            conversation.session().run("two");
            assertThat(conversation.run("/diff").getFirst())
                    .startsWith("page Changes of this session (1 file, +2 −0)")
                    .contains("two", "three")
                    .doesNotContain("one");
            assertThat(conversation.run("/diff 2").getFirst())
                    .startsWith("page Changes of turn 2 (1 file, +2 −1)");
            assertThat(conversation.run("/diff two"))
                    .containsExactly("error A turn is a number, as in /diff 3.");
        }
    }

    @Test
    void rewindsConversationAndFiles() throws Exception {
        try (var conversation = conversation(writing())) {
            assertThat(conversation.run("/rewind"))
                    .containsExactly("note There is no message to go back to yet.");
            conversation.session().run("one");
            conversation.session().run("two");
            conversation.run("/rewind");
            assertThat(conversation.dialog())
                    .contains("❯ 1 two", "2 one", "turn 2", "Changed since: a.txt");
            assertThat(conversation.press("enter")).as("what goes back?").isEmpty();
            assertThat(conversation.press("1"))
                    .containsExactly("reload", "edit two", "note Restored: a.txt.");
            assertThat(conversation.root().resolve("a.txt")).hasContent("one");
            assertThat(conversation.session().changes().history().branch().toString())
                    .contains("First.")
                    .doesNotContain("Second.");
        }
    }

    @Test
    void rewindsOnlyOneOfBoth() throws Exception {
        try (var conversation = conversation(writing())) {
            conversation.session().run("one");
            conversation.session().run("two");
            assertThat(conversation.run("/rewind 7"))
                    .containsExactly("error This session has no message of yours in turn 7.");
            assertThat(conversation.run("/rewind x"))
                    .containsExactly("error A turn is a number, as in /rewind 3.");
            conversation.run("/rewind 1");
            assertThat(conversation.press("3")).containsExactly("note Restored: a.txt.");
            assertThat(conversation.root().resolve("a.txt")).doesNotExist();
            assertThat(conversation.run("/rewind 1"))
                    .as("no file is left to go back")
                    .containsExactly("reload", "edit one");
        }
    }

    @Test
    void findsSessions() throws Exception {
        try (var conversation = conversation(new ScriptedModel().thenAlwaysSays("Done."))) {
            conversation.session().run("fix the parser");
            try (var other = conversation.workspace().session().id("other").open()) {
                other.run("write the manual");
            }
            conversation.run("/sessions");
            assertThat(conversation.dialog())
                    .contains("fix the parser", "write the manual", "open");
            assertThat(conversation.press("manual", "enter")).containsExactly("open other");
            assertThat(conversation.run("/resume last")).containsExactly("open other");
            assertThat(conversation.run("/resume oth")).containsExactly("open other");
            assertThat(conversation.run("/resume s"))
                    .containsExactly("note This session is open already.");
            assertThat(conversation.run("/resume nothing").getFirst())
                    .startsWith("error There is no session \"nothing\"");
            assertThat(conversation.run("/sessions nowhere"))
                    .containsExactly("note No session has all of these words.");
        }
    }

    @Test
    void continuesInACopy() throws Exception {
        try (var conversation = conversation(new ScriptedModel().thenAlwaysSays("Done."))) {
            assertThat(conversation.run("/fork"))
                    .containsExactly("note There is nothing to copy yet.");
            conversation.session().run("fix the parser");
            String copy = conversation.run("/fork").getFirst().replace("open ", "");
            assertThat(conversation.workspace().sessions().ids()).contains(copy, "s");
        }
    }

    @Test
    void exportsAndAsksBeforeItOverwrites() throws Exception {
        try (var conversation = conversation(new ScriptedModel().thenAlwaysSays("All *done*."))) {
            assertThat(conversation.run("/export"))
                    .containsExactly("error There is nothing to export yet.");
            conversation.session().run("fix the parser");
            assertThat(conversation.run("/export out.html"))
                    .containsExactly("note Wrote out.html.");
            Path file = conversation.root().resolve("out.html");
            assertThat(file).content().contains("<html", "fix the parser");
            assertThat(conversation.run("/export")).containsExactly("note Wrote deft-s.md.");

            Files.writeString(file, "mine");
            assertThat(conversation.run("/export out.html")).isEmpty();
            assertThat(conversation.press("enter")).as("no is the first answer").isEmpty();
            assertThat(file).hasContent("mine");
            conversation.run("/export out.html");
            assertThat(conversation.press("2")).containsExactly("note Wrote out.html.");
            assertThat(file).content().contains("fix the parser");
            assertThat(conversation.run("/export no/where.md").getFirst())
                    .startsWith("error There is no directory");
        }
    }

    @Test
    void showsRulesAndTakesThemBack() throws Exception {
        try (var conversation = conversation(new ScriptedModel())) {
            assertThat(conversation.run("/policy revoke"))
                    .containsExactly("note You granted no rule to this session or to the project.");
        }
        var rules =
                ProjectRules.of(
                        UserDirectories.from(
                                        Map.of("DEFT_HOME", directory.resolve("home").toString()))
                                .data(),
                        directory.resolve("root").toRealPath());
        rules.store(Rule.parse(Scope.PROJECT, "allow bash rm *"));
        try (var conversation = conversation(new ScriptedModel())) {
            assertThat(conversation.run("/policy").getFirst())
                    .contains("Granted for this project\n  allow bash rm *", "allow write **");
            conversation.run("/policy revoke");
            assertThat(conversation.press("enter"))
                    .containsExactly("note Taken back: allow bash rm *");
            assertThat(rules.list()).isEmpty();
            assertThat(conversation.session().rules()).noneMatch(it -> it.pattern().equals("rm *"));
            assertThat(conversation.run("/policy x"))
                    .containsExactly("error Write /policy, or /policy revoke.");
        }
    }

    @Test
    void showsToolsMemoryAndSkills() throws Exception {
        try (var conversation = conversation(new ScriptedModel())) {
            assertThat(conversation.run("/tools").getFirst())
                    .startsWith("page Tools of the agent")
                    .contains("  bash ", "  read ", " *  ", "until it searches for them");
            assertThat(conversation.run("/memory").getFirst())
                    .contains("Nothing is remembered here yet.");
            Files.createDirectories(conversation.root().resolve("memory"));
            Files.writeString(
                    conversation.root().resolve("memory/facts.md"),
                    "The build needs\u001b[31m Java 25.\n");
            assertThat(conversation.run("/memory").getFirst())
                    .contains("memory/facts.md", "Java 25.")
                    .doesNotContain("\u001b");
            conversation.run("/skills");
            assertThat(conversation.dialog()).contains("customize-deft", "bundled");
            assertThat(conversation.press("1"))
                    .containsExactly("edit Use the skill customize-deft: ");
        }
    }

    @Test
    void asksTheAgentForAGuideOfTheProject() throws Exception {
        try (var conversation = conversation(new ScriptedModel())) {
            assertThat(conversation.run("/init").getFirst())
                    .startsWith("send Write the file AGENTS.md");
            assertThat(conversation.run("/init in German").getFirst()).endsWith("Also: in German");
        }
    }

    @Test
    void sumsUpTheConversation() throws Exception {
        try (var conversation = conversation(new ScriptedModel().thenAlwaysSays("Done."))) {
            assertThat(conversation.run("/compact").getFirst()).startsWith("note ");
            for (int i = 0; i < 8; i++) {
                conversation.session().run("step " + i + " " + "of many words ".repeat(200));
            }
            assertThat(conversation.run("/compact the names").getFirst())
                    .startsWith("note Summed up: about ");
            assertThat(conversation.run("/context").getFirst()).contains("What it holds", "free");
        }
    }
}
