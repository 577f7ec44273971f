package dev.deft.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Prompt;
import dev.deft.engine.AgentSpec;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.run.Approval;
import dev.deft.run.CallEvent;
import dev.deft.run.ToolCall;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.Attachment;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The tools of servers in a session.
@Timeout(60)
class ServerToolsTest {

    @TempDir private Path root;

    @Test
    void sendsArgumentsAsTheModelWroteThem() throws Exception {
        Json.Obj odd =
                Json.Obj.EMPTY
                        .with("n", new Json.Num("1.50"))
                        .with("nested", Json.Obj.EMPTY.with("empty", Json.Null.VALUE))
                        .with("unknown", "x");
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("echo"))) {
            assertThat(desk.session.call("fake_go", odd).text())
                    .isEqualTo(
                            "{\"name\":\"go\",\"args\":{\"n\":1.5,\"nested\":{\"empty\":null},\"unknown\":\"x\"}}");
        }
    }

    @Test
    void turnsContentIntoTextAttachmentsAndData() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("rich"))) {
            Envelope result = desk.session.call("fake_go", Map.of());
            assertThat(result.text())
                    .isEqualTo(
                            """
                            A picture:
                            [image: image-1.png]
                            [an image that cannot be read]
                            [audio, audio/wav]
                            a: file:///a — the letter
                            file:///b:
                            bee
                            [content of the unknown type hologram]\
                            """);
            ToolResult.Output output = (ToolResult.Output) result.result();
            assertThat(output.attachments()).extracting(Attachment::mimeType).contains("image/png");
            assertThat(output.data().toString()).contains("letters");
        }
    }

    @Test
    void givesProgramsNoSecretsOfOurs() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("env"))) {
            assertThat(desk.session.call("fake_go", Map.of()).text())
                    .contains("\"HOME\"")
                    .doesNotContain("DEFT_HOME");
        }
    }

    @Test
    void namesToolsAsTheDialectDoes() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(
                        root, it -> it.inDialect("pegasus"), MisbehavingServer.of("plain"))) {
            assertThat(desk.ids()).containsExactly("fake__go", "fake__again");
            assertThat(desk.servers.tools().getFirst().spec().description().text(Map.of()))
                    .isEqualTo("[fake] Does go.");
        }
    }

    @Test
    void asksAboutAServerThatNoRuleKnows() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(root, AgentSpec.standard(), MisbehavingServer.of("plain"))) {
            desk.saying(Approval.SESSION);
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
            assertThat(desk.asked.getFirst().rules()).containsExactly("allow mcp:fake:go *");
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
            assertThat(desk.asked).hasSize(1);
            desk.saying(Approval.REJECT);
            Envelope other = desk.session.call("fake_again", Map.of());
            assertThat(((ToolResult.Failure) other.result()).code())
                    .isEqualTo(ErrorCode.PERMISSION_DENIED);
        }
    }

    @Test
    void obeysRulesAboutServers() throws Exception {
        AgentSpec agent = ServerDesk.allowing("mcp:fake:go");
        try (ServerDesk desk =
                ServerDesk.open(
                        root, agent.deny("mcp:fake:*", "*"), MisbehavingServer.of("plain"))) {
            Envelope denied = desk.session.call("fake_again", Map.of());
            assertThat(((ToolResult.Failure) denied.result()).code())
                    .isEqualTo(ErrorCode.PERMISSION_DENIED);
            assertThat(desk.asked).isEmpty();
        }
    }

    @Test
    void asksAgainAboutAToolThatChanged() throws Exception {
        Path changed = root.resolve("changed");
        try (ServerDesk desk =
                ServerDesk.open(root, MisbehavingServer.of("changing", changed.toString()))) {
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
            assertThat(desk.asked).isEmpty();
        }
        Files.writeString(changed, "");
        try (ServerDesk desk =
                ServerDesk.open(root, MisbehavingServer.of("changing", changed.toString()))) {
            desk.saying(Approval.REJECT);
            assertThat(desk.session.call("fake_go", Map.of()).failed()).isTrue();
            assertThat(desk.asked.getFirst().reasons())
                    .anyMatch(it -> it.contains("Now does something else."));
            desk.saying(Approval.ONCE);
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
            assertThat(desk.asked).hasSize(2);
        }
        Path file = root.resolve("home/data/mcp/approved-tools.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void showsNewToolsOfAServer() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("growing"))) {
            assertThat(desk.ids()).containsExactly("fake_grow");
            assertThat(desk.session.call("fake_grow", Map.of()).text()).isEqualTo("done");
            ServerDesk.until(() -> desk.ids().contains("fake_grown"));
            assertThat(desk.session.call("fake_grown", Map.of()).text()).isEqualTo("done");
        }
    }

    @Test
    void answersWhatAServerAsksDuringACall() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("asking", "form"))) {
            desk.answering(
                    List.of(List.of("Ada"), List.of("36"), List.of("green"), List.of("Yes")));
            assertThat(desk.session.call("fake_go", Map.of()).text())
                    .isEqualTo(
                            "{\"form\":{\"action\":\"accept\",\"content\":{\"name\":\"Ada\",\"age\":36,\"color\":\"g\",\"sure\":true}}}");
            assertThat(desk.questions.getFirst().question())
                    .isEqualTo("The MCP server fake asks: Who are you?\nName");
            assertThat(desk.questions.get(2).options())
                    .extracting(it -> it.label())
                    .containsExactly("red", "green");
        }
    }

    @Test
    void cancelsAFormWithoutWhatIsRequired() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("asking", "form"))) {
            assertThat(desk.session.call("fake_go", Map.of()).text())
                    .isEqualTo("{\"form\":{\"action\":\"cancel\"}}");
        }
    }

    @Test
    void tellsTheDirectoriesOfTheWorkspaceAndNothingElse() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(
                        root,
                        MisbehavingServer.named("a", "asking", "roots"),
                        MisbehavingServer.named("b", "asking", "files"))) {
            assertThat(desk.session.call("a_go", Map.of()).text())
                    .contains("\"uri\":\"" + "file://" + root + "\"");
            assertThat(desk.session.call("b_go", Map.of()).text()).contains("-32601");
        }
    }

    @Test
    void opensOnlyAddressesOfTheWeb() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(
                        root,
                        MisbehavingServer.named("a", "asking", "url"),
                        MisbehavingServer.named("b", "asking", "script"))) {
            desk.answering(List.of(List.of("I opened it")));
            assertThat(desk.session.call("a_go", Map.of()).text())
                    .isEqualTo("{\"url\":{\"action\":\"accept\"}}");
            assertThat(desk.questions.getFirst().question()).contains("https://example.org/in");
            assertThat(desk.session.call("b_go", Map.of()).text()).contains("-32602");
            assertThat(desk.questions).hasSize(1);
        }
    }

    @Test
    void asksNobodyInAHeadlessSession() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(
                        root,
                        ServerDesk.Plan.USUAL.withoutUser(),
                        MisbehavingServer.named("a", "asking", "form"),
                        MisbehavingServer.named("b", "asking", "model"))) {
            assertThat(desk.session.call("a_go", Map.of()).text())
                    .isEqualTo("{\"form\":{\"action\":\"decline\"}}");
            assertThat(desk.session.call("b_go", Map.of()).text()).contains("error");
        }
        try (ServerDesk desk =
                ServerDesk.open(
                        root,
                        ServerDesk.Plan.USUAL.withoutUser().with(AgentSpec.standard()),
                        MisbehavingServer.of("plain"))) {
            Envelope denied = desk.session.call("fake_go", Map.of());
            assertThat(((ToolResult.Failure) denied.result()).code())
                    .isEqualTo(ErrorCode.PERMISSION_DENIED);
        }
    }

    @Test
    void lendsTheModelToAServerIfTheUserAgrees() throws Exception {
        var model = new ScriptedModel().says("Hi.").says("Hi again.");
        AgentSpec agent = ServerDesk.allowing("mcp:fake:go");
        try (ServerDesk desk =
                ServerDesk.open(
                        root,
                        ServerDesk.Plan.USUAL.with(agent).with(model),
                        MisbehavingServer.of("asking", "model"))) {
            desk.saying(Approval.REJECT);
            assertThat(desk.session.call("fake_go", Map.of()).text())
                    .contains("The user said no to mcp:fake:sampling");
            desk.saying(Approval.SESSION);
            assertThat(desk.session.call("fake_go", Map.of()).text())
                    .contains("\"text\":\"Hi.\"")
                    .contains("\"stopReason\":\"endTurn\"");
            assertThat(desk.session.call("fake_go", Map.of()).text()).contains("Hi again.");
            assertThat(desk.asked).hasSize(2);
            assertThat(desk.asked.getLast().reasons())
                    .containsExactly("The MCP server fake asks the model: Say hi");
            assertThat(desk.asked.getLast().rules()).containsExactly("allow mcp:fake:sampling *");
        }
        assertThat(model.prompts()).hasSize(2);
        assertThat(model.prompts().getFirst().system()).containsExactly("Be brief.");
        assertThat(model.prompts().getFirst().maxTokens()).isEqualTo(50);
    }

    @Test
    void showsTheProgressOfACall() throws Exception {
        List<String> titles = Collections.synchronizedList(new ArrayList<>());
        var over = new CountDownLatch(1);
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("stepping"))) {
            desk.session
                    .events()
                    .subscribe(it -> {
                        if (it instanceof CallEvent.Progressed progressed) {
                            progressed.title().ifPresent(titles::add);
                        }
                        if (it instanceof CallEvent.Completed) {
                            over.countDown();
                        }
                    });
            desk.session.call("fake_go", Map.of());
            over.await();
        }
        assertThat(titles).containsExactly("step 1", "step 2");
    }

    @Test
    void tellsTheServerThatACallWasInterrupted() throws Exception {
        Path file = root.resolve("file");
        try (ServerDesk desk =
                ServerDesk.open(root, MisbehavingServer.of("hanging", file.toString()))) {
            Thread caller = Thread.ofVirtual().start(() -> desk.session.call("fake_go", Map.of()));
            ServerDesk.until(() -> Files.exists(root.resolve("file.called")));
            caller.interrupt();
            caller.join();
            ServerDesk.until(() -> Files.exists(file));
        }
    }

    @Test
    void explainsWhatRulesSay() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(
                        root, ServerDesk.allowing("mcp:fake:g*"), MisbehavingServer.of("plain"))) {
            assertThat(
                            desk.session
                                    .explain(ToolCall.of("1", "fake_go", Json.Obj.EMPTY))
                                    .verdicts()
                                    .toString())
                    .contains("allow mcp:fake:g* *");
        }
    }

    @Test
    void cutsDescriptionsOfServersThatNobodyVouchedFor() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(
                        root,
                        it -> it.vouchedFor(Set.of("known")),
                        MisbehavingServer.named("known", "wordy"),
                        MisbehavingServer.named("other", "wordy"))) {
            assertThat(desk.servers.tools())
                    .extracting(it -> it.spec().description().text(Map.of()).length())
                    .containsExactly(1_000, 200);
        }
    }

    @Test
    void speaksTheNewerRevisionOverStandardStreams() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("modern"))) {
            assertThat(desk.servers.states().get("fake"))
                    .isInstanceOfSatisfying(
                            ServerState.Connected.class,
                            it -> {
                                assertThat(it.revision()).isEqualTo(Revision.V2026_07_28);
                                assertThat(it.facts().name()).isEqualTo("modern");
                            });
            desk.answering(List.of(List.of("Ada")));
            assertThat(desk.session.call("fake_go", Map.of()).text())
                    .isEqualTo("[{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}},\"s1\"]");
            ServerDesk.until(() -> desk.ids().contains("fake_grown"));
        }
    }

    @Test
    void hidesManyToolsUntilTheyAreSearchedFor() throws Exception {
        var model =
                new ScriptedModel()
                        .calls("tool_search", Map.of("query", "turnip"))
                        .calls("fake_turnip", Map.of())
                        .says("Done.");
        try (ServerDesk desk =
                ServerDesk.open(
                        root, ServerDesk.Plan.USUAL.with(model), MisbehavingServer.of("many"))) {
            desk.session.run("Find it.");
        }
        assertThat(names(model.prompts().get(0))).doesNotContain("fake_turnip", "fake_t1");
        assertThat(names(model.prompts().get(1))).contains("fake_turnip").doesNotContain("fake_t1");
        assertThat(model.prompts().get(2).messages().getLast().toString()).contains("done");
    }

    private static List<String> names(Prompt prompt) {
        return prompt.tools().stream().map(it -> it.text("name").orElse("")).toList();
    }
}
