package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sessions as a client starts, configures, finds and ends them.
class AcpSessionsTest {

    private static final String TODO =
            "call todo {\"todos\":[{\"content\":\"Look\",\"status\":\"completed\",\"priority\":\"high\"},{\"content\":\"Write\",\"status\":\"in_progress\"},{\"content\":\"Forget\",\"status\":\"cancelled\"}]}\nsay Planned.";

    @TempDir private Path directory;
    private AcpPlace place = new AcpPlace(Path.of(""), Path.of(""));

    @BeforeEach
    void prepare() throws Exception {
        place = AcpPlace.in(directory);
    }

    private static Json.Obj of(String session) {
        return Json.Obj.EMPTY.with("sessionId", session);
    }

    private Json.Obj recorded(String session) {
        return AcpClient.in(place.root()).with("sessionId", session);
    }

    @Test
    void areLoadedWithTheirWholeConversation() throws Exception {
        String session;
        try (AcpClient client = place.client()) {
            session = client.session(place.root());
            client.prompt(session, "call read {\"path\":\"a.txt\"}\nsay I read it.");
            client.prompt(session, TODO);
        }
        try (AcpClient client = place.client()) {
            Json.Obj loaded = AcpClient.object(client.request("session/load", recorded(session)));
            assertThat(loaded.find("modes")).isPresent();
            assertThat(client.text("user_message_chunk")).contains("call read", "call todo");
            assertThat(client.said()).isEqualTo("I read it.Planned.");
            assertThat(client.updates("tool_call")).hasSize(2);
            assertThat(client.updates("tool_call_update").getFirst().toString())
                    .contains("completed")
                    .contains("two");
            assertThat(client.updates("plan")).hasSize(1);
            assertThat(client.updates("session_info_update").getFirst().text("title")).isPresent();
            client.prompt(session, "say Going on.");
            assertThat(client.said()).endsWith("Going on.");
        }
    }

    @Test
    void areResumedWithoutTheirConversation() throws Exception {
        String session;
        try (AcpClient client = place.client()) {
            session = client.session(place.root());
            client.prompt(session, "say Before.");
        }
        try (AcpClient client = place.client()) {
            client.request("session/resume", of(session).with("cwd", place.root().toString()));
            assertThat(client.said()).isEmpty();
            assertThat(client.text("user_message_chunk")).isEmpty();
            assertThat(client.prompt(session, "say After.")).isEqualTo("end_turn");
        }
    }

    @Test
    void areListedByWorkspaceAndDeleted() throws Exception {
        try (AcpClient client = place.client()) {
            Path other = Files.createDirectory(directory.resolve("other")).toRealPath();
            String first = client.session(place.root());
            client.prompt(first, "say First.");
            String second = client.session(other);
            client.prompt(second, "say Second.");
            assertThat(client.request("session/list", Json.Obj.EMPTY).toString())
                    .contains(first, second, "\"title\"", "\"updatedAt\"");
            assertThat(
                            client.request(
                                            "session/list",
                                            Json.Obj.EMPTY.with("cwd", other.toString()))
                                    .toString())
                    .contains(second)
                    .doesNotContain(first);
            assertThat(client.request("session/list", Json.Obj.EMPTY.with("cwd", "/no/such")))
                    .hasToString("{\"sessions\":[]}");
            client.request("session/delete", of(first));
            client.request("session/delete", of(first));
            client.request("session/delete", of("never-there"));
            assertThat(client.request("session/list", Json.Obj.EMPTY).toString())
                    .contains(second)
                    .doesNotContain(first);
            assertThat(client.refused("session/load", recorded(first)).code())
                    .isEqualTo(AcpErrors.RESOURCE_NOT_FOUND);
        }
    }

    @Test
    void areThoseOfTheOtherFrontEnds() throws Exception {
        try (AcpClient client = place.client()) {
            String session = client.session(place.root());
            client.prompt(session, "say Hello.");
            assertThat(place.root().resolve(".deft/sessions/" + session + ".jsonl")).exists();
        }
    }

    @Test
    void cancelTheirTurnWhenTheyAreClosed() throws Exception {
        try (AcpClient client = place.client()) {
            String session = client.session(place.root());
            client.begin("turn", session, "wait");
            client.await("agent_message_chunk");
            client.request("session/close", of(session));
            assertThat(client.linesOfAgent())
                    .contains(
                            "{\"jsonrpc\":\"2.0\",\"id\":\"turn\",\"result\":{\"stopReason\":\"cancelled\"}}");
            assertThat(client.refused("session/prompt", AcpClient.prompted(session, "x")).code())
                    .isEqualTo(AcpErrors.RESOURCE_NOT_FOUND);
            client.request("session/load", recorded(session));
            assertThat(client.prompt(session, "say Again.")).isEqualTo("end_turn");
        }
    }

    @Test
    void runSideBySide() throws Exception {
        try (AcpClient client = place.client()) {
            String waiting = client.session(place.root());
            String other = client.session(place.root());
            client.begin("turn", waiting, "wait");
            client.await("agent_message_chunk");
            assertThat(client.prompt(other, "say Not blocked.")).isEqualTo("end_turn");
            assertThat(client.refused("session/prompt", AcpClient.prompted(waiting, "x")).message())
                    .contains("still running");
            client.tell("session/cancel", of(waiting));
            client.request("session/close", of(waiting));
        }
    }

    @Test
    void sendNothingAfterACancelledTurn() throws Exception {
        try (AcpClient client = place.client()) {
            String session = client.session(place.root());
            client.await("available_commands_update");
            for (int i = 0; i < 5; i++) {
                String prompt =
                        i % 2 == 0 ? "wait" : "call bash {\"command\":\"echo started; sleep 60\"}";
                client.begin("p" + i, session, prompt);
                if (i % 2 == 0) {
                    client.await("agent_message_chunk");
                } else {
                    client.await("tool_call");
                }
                client.tell("session/cancel", of(session));
                assertThat(client.prompt(session, "say Next.")).isEqualTo("end_turn");
                List<String> lines = client.linesOfAgent();
                int answer =
                        lines.indexOf(
                                "{\"jsonrpc\":\"2.0\",\"id\":\"p%d\",\"result\":{\"stopReason\":\"cancelled\"}}"
                                        .formatted(i));
                assertThat(answer).as("answer of turn " + i).isPositive();
                assertThat(lines.get(answer + 1))
                        .as("what follows belongs to the next turn")
                        .contains("agent_message_chunk", "Next");
            }
        }
    }

    @Test
    void cancelATurnThatHasJustArrived() throws Exception {
        try (AcpClient client = place.client()) {
            String session = client.session(place.root());
            for (int i = 0; i < 20; i++) {
                client.begin("q" + i, session, "wait");
                client.tell("session/cancel", of(session));
                assertThat(client.answerTo("q" + i)).contains("\"stopReason\":\"cancelled\"");
            }
        }
    }

    @Test
    void endARequestThatIsCancelledAsSuch() throws Exception {
        try (AcpClient client = place.client()) {
            String session = client.session(place.root());
            client.begin("turn", session, "wait");
            client.await("agent_message_chunk");
            client.tell("$/cancel_request", Json.Obj.EMPTY.with("requestId", "turn"));
            assertThat(client.answerTo("turn")).contains("\"code\":-32800");
            assertThat(client.prompt(session, "say Next.")).isEqualTo("end_turn");
        }
    }

    @Test
    void haveModesAndOptionsThatGoTogether() throws Exception {
        try (AcpClient client = place.client()) {
            Json.Obj created =
                    AcpClient.object(client.request("session/new", AcpClient.in(place.root())));
            String session = created.text("sessionId").orElseThrow();
            assertThat(created.find("modes").orElseThrow().toString())
                    .contains("\"currentModeId\":\"build\"", "\"id\":\"plan\"");
            assertThat(created.find("configOptions").orElseThrow().toString())
                    .contains(
                            "\"id\":\"mode\"",
                            "\"id\":\"model\"",
                            "\"id\":\"permissions\"",
                            "\"currentValue\":\"test/directed\"");
            client.request("session/set_mode", of(session).with("modeId", "plan"));
            assertThat(client.await("config_option_update").toString())
                    .contains("\"currentValue\":\"plan\"");
            String changed =
                    client.request(
                                    "session/set_config_option",
                                    of(session)
                                            .with("configId", "model")
                                            .with("value", "test/other"))
                            .toString();
            assertThat(changed)
                    .contains("\"currentValue\":\"test/other\"", "\"currentValue\":\"plan\"");
            client.request(
                    "session/set_config_option",
                    of(session).with("configId", "mode").with("value", "build"));
            assertThat(client.await("current_mode_update").text("currentModeId"))
                    .isEqualTo(Optional.of("build"));
        }
    }

    @Test
    void changeTheirOptionsDuringATurnForTheNextOne() throws Exception {
        try (AcpClient client = place.client()) {
            String session = client.session(place.root());
            client.begin("turn", session, "wait");
            client.await("agent_message_chunk");
            assertThat(
                            client.request(
                                            "session/set_config_option",
                                            of(session)
                                                    .with("configId", "mode")
                                                    .with("value", "plan"))
                                    .toString())
                    .contains("\"currentValue\":\"plan\"");
            client.tell("session/cancel", of(session));
            assertThat(client.prompt(session, "say Next.")).isEqualTo("end_turn");
            assertThat(
                            Files.readString(
                                    place.root().resolve(".deft/sessions/" + session + ".jsonl")))
                    .contains("plan");
        }
    }

    @Test
    void showPlanUsageTitleAndThoughts() throws Exception {
        try (AcpClient client = place.client()) {
            String session = client.session(place.root());
            client.prompt(session, TODO);
            assertThat(client.updates("plan").getLast().find("entries").orElseThrow())
                    .hasToString(
                            "[{\"content\":\"Look\",\"priority\":\"high\",\"status\":\"completed\"},{\"content\":\"Write\",\"priority\":\"medium\",\"status\":\"in_progress\"}]");
            assertThat(client.updates("usage_update").getLast().toString())
                    .contains("\"size\":200000", "\"currency\":\"USD\"", "\"amount\":0.002");
            assertThat(client.updates("session_info_update").getLast().text("title")).isPresent();
            client.prompt(session, "think Let me see.");
            assertThat(client.text("agent_thought_chunk")).isEqualTo("Let me see.");
        }
    }

    @Test
    void tellWhyATurnStopped() throws Exception {
        try (AcpClient client = place.client()) {
            String session = client.session(place.root());
            assertThat(client.prompt(session, "cut")).isEqualTo("max_tokens");
            assertThat(client.prompt(session, "refuse")).isEqualTo("refusal");
            assertThat(
                            client.refused(
                                            "session/prompt",
                                            AcpClient.prompted(session, "fail The key is wrong."))
                                    .message())
                    .contains("The key is wrong.");
            assertThat(client.prompt(session, "say Still here.")).isEqualTo("end_turn");
        }
    }

    @Test
    void offerCommandsAndSkillsAndRunThem() throws Exception {
        Path commands = Files.createDirectories(place.root().resolve(".deft/commands"));
        Files.writeString(
                commands.resolve("greet.md"),
                "---\ndescription: Greets somebody\nargument-hint: NAME\n---\nsay Hello $ARGUMENTS.\n");
        Path skill = Files.createDirectories(place.root().resolve(".deft/skills/poems"));
        Files.writeString(
                skill.resolve("SKILL.md"),
                "---\nname: poems\ndescription: Writes poems\n---\nRhyme.\n");
        try (AcpClient client = place.client()) {
            String session = client.session(place.root());
            assertThat(client.await("available_commands_update").toString())
                    .contains("\"name\":\"greet\"", "\"hint\":\"NAME\"", "\"name\":\"poems\"");
            client.prompt(session, "/greet Ada");
            assertThat(client.said()).isEqualTo("Hello Ada.");
            client.prompt(session, "/poems about rain");
            assertThat(client.said()).endsWith("Use the skill poems: about rain");
            client.prompt(session, "/no-such command");
            assertThat(client.said()).endsWith("/no-such command");
        }
    }

    @Test
    void takeImagesLinksAndEmbeddedFiles() throws Exception {
        byte[] png = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
        String data = Base64.getEncoder().encodeToString(png);
        try (AcpClient client = place.client()) {
            String session = client.session(place.root());
            client.request(
                    "session/prompt",
                    AcpClient.prompted(
                            session,
                            Json.Obj.EMPTY
                                    .with("type", "image")
                                    .with("data", data)
                                    .with("mimeType", "image/png")));
            assertThat(client.said()).contains("image/png");
            client.request(
                    "session/prompt",
                    AcpClient.prompted(
                            session,
                            Json.Obj.EMPTY
                                    .with("type", "resource_link")
                                    .with("name", "a.txt")
                                    .with(
                                            "uri",
                                            place.root().resolve("a.txt").toUri().toString())));
            assertThat(client.said()).contains("[attached file: " + place.root().resolve("a.txt"));
            client.request(
                    "session/prompt",
                    AcpClient.prompted(
                            session,
                            Json.Obj.EMPTY
                                    .with("type", "resource")
                                    .with(
                                            "resource",
                                            Json.Obj.EMPTY
                                                    .with("uri", "file:///x/b.txt")
                                                    .with("text", "embedded")),
                            Json.Obj.EMPTY
                                    .with("type", "resource")
                                    .with(
                                            "resource",
                                            Json.Obj.EMPTY
                                                    .with("uri", "file:///x/c.bin")
                                                    .with("blob", data))));
            assertThat(client.said()).contains("<file path=\"/x/b.txt\">");
        }
    }

    @Test
    void showImagesThatToolsReturn() throws Exception {
        var image =
                new java.awt.image.BufferedImage(2, 2, java.awt.image.BufferedImage.TYPE_INT_RGB);
        javax.imageio.ImageIO.write(image, "png", place.root().resolve("dot.png").toFile());
        try (AcpClient client = place.client()) {
            client.prompt(client.session(place.root()), "call read {\"path\":\"dot.png\"}");
            assertThat(client.updates("tool_call_update").getLast().toString())
                    .contains("\"type\":\"image\"", "\"mimeType\":\"image/png\"");
        }
    }

    @Test
    void workInAdditionalDirectories() throws Exception {
        Path more = Files.createDirectory(directory.resolve("more")).toRealPath();
        Files.writeString(more.resolve("b.txt"), "beside\n");
        try (AcpClient client = place.client()) {
            String session =
                    AcpClient.object(
                                    client.request(
                                            "session/new",
                                            AcpClient.in(place.root())
                                                    .with(
                                                            "additionalDirectories",
                                                            Json.Arr.ofTexts(
                                                                    List.of(more.toString())))))
                            .text("sessionId")
                            .orElseThrow();
            client.prompt(session, "call read {\"path\":\"%s/b.txt\"}\nrepeat".formatted(more));
            assertThat(client.said()).contains("beside");
        }
    }

    @Test
    void mayReadBesideAttachedFilesAndNotChangeThem() throws Exception {
        Path beside = Files.createDirectory(directory.resolve("beside")).toRealPath();
        Files.writeString(beside.resolve("notes.md"), "attached\n");
        Files.writeString(beside.resolve("other.md"), "next to it\n");
        try (AcpClient client = place.client()) {
            client.answering("session/request_permission", _ -> AcpPlace.chosen("allow-once"));
            String session = client.session(place.root());
            String read = "call read {\"path\":\"%s/other.md\"}\nrepeat".formatted(beside);
            client.prompt(session, read);
            assertThat(client.said()).doesNotContain("next to it");
            client.request(
                    "session/prompt",
                    AcpClient.prompted(
                            session,
                            Json.Obj.EMPTY.with("type", "text").with("text", read),
                            Json.Obj.EMPTY
                                    .with("type", "resource_link")
                                    .with("name", "notes.md")
                                    .with("uri", beside.resolve("notes.md").toUri().toString())));
            assertThat(client.said()).contains("next to it");
            client.prompt(
                    session,
                    "call write {\"path\":\"%s/new.md\",\"content\":\"x\"}\nrepeat"
                            .formatted(beside));
            assertThat(beside.resolve("new.md")).doesNotExist();
            client.prompt(session, "call bash {\"command\":\"ls %s\"}\nrepeat".formatted(beside));
            assertThat(client.updates("tool_call_update").getLast().toString())
                    .doesNotContain("other.md");
        }
    }

    @Test
    void streamTheOutputOfCommands() throws Exception {
        try (AcpClient client = place.client()) {
            client.answering("session/request_permission", _ -> AcpPlace.chosen("allow-once"));
            client.prompt(
                    client.session(place.root()),
                    "call bash {\"command\":\"echo streamed\"}\nrepeat");
            assertThat(client.updates("tool_call").getFirst().text("kind"))
                    .isEqualTo(Optional.of("execute"));
            assertThat(client.updates("tool_call_update").getLast().toString())
                    .contains("streamed");
        }
    }
}
