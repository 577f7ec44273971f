package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.rpc.RpcCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the user is asked in the editor.
class AcpPermissionsTest {

    private static final String EDIT =
            "call edit {\"path\":\"a.txt\",\"old_text\":\"two\",\"new_text\":\"TWO\"}\nrepeat";
    private static final String BACK =
            "call edit {\"path\":\"a.txt\",\"old_text\":\"TWO\",\"new_text\":\"two\"}\nrepeat";

    @TempDir private Path directory;
    private AcpPlace place = new AcpPlace(Path.of(""), Path.of(""));
    private final List<Json.Obj> requests = new ArrayList<>();

    @BeforeEach
    void prepare() throws Exception {
        place = AcpPlace.in(directory);
    }

    private AcpClient choosing(String option) throws Exception {
        return place.client()
                .answering(
                        "session/request_permission",
                        params -> {
                            requests.add(params);
                            return AcpPlace.chosen(option);
                        });
    }

    @Test
    void showTheExactChangeAndTheRulesBeforeAnEdit() throws Exception {
        try (AcpClient client = choosing("allow-once")) {
            assertThat(client.prompt(client.session(place.root()), EDIT)).isEqualTo("end_turn");
            assertThat(place.text("a.txt")).isEqualTo("one\nTWO\nthree\n");
        }
        Json.Obj call = (Json.Obj) requests.getFirst().find("toolCall").orElseThrow();
        assertThat(call.find("content").orElseThrow().toString())
                .contains("\"type\":\"diff\"")
                .contains("\"path\":\"" + place.root().resolve("a.txt") + "\"")
                .contains("\"oldText\":\"one\\ntwo\\nthree\\n\"")
                .contains("\"newText\":\"one\\nTWO\\nthree\\n\"");
        assertThat(call.text("kind")).isEqualTo(Optional.of("edit"));
        assertThat(requests.getFirst().find("options").orElseThrow().toString())
                .contains("\"kind\":\"allow_once\"")
                .contains("\"name\":\"For this session: allow edit a.txt\"")
                .contains("\"name\":\"In this project, always: allow edit a.txt\"")
                .contains("\"kind\":\"reject_once\"")
                .contains("\"name\":\"Reject for this session: deny edit a.txt\"")
                .contains("\"kind\":\"reject_always\"");
    }

    @Test
    void showTheDiffOfAnEditThatWasMade() throws Exception {
        try (AcpClient client = choosing("allow-once")) {
            client.prompt(client.session(place.root()), EDIT);
            List<Json.Obj> updates = client.updates("tool_call_update");
            assertThat(updates.getFirst().text("status")).isEqualTo(Optional.of("in_progress"));
            assertThat(updates.getLast().find("content").orElseThrow())
                    .hasToString(
                            "[{\"type\":\"diff\",\"path\":\"%s\",\"oldText\":\"one\\ntwo\\nthree\\n\",\"newText\":\"one\\nTWO\\nthree\\n\"}]"
                                    .formatted(place.root().resolve("a.txt")));
            assertThat(updates.getLast().find("locations").orElseThrow())
                    .hasToString(
                            "[{\"path\":\"%s\",\"line\":2}]"
                                    .formatted(place.root().resolve("a.txt")));
        }
    }

    @Test
    void askOnceForASessionThatAllowsItAlways() throws Exception {
        try (AcpClient client = choosing("allow-session")) {
            String session = client.session(place.root());
            client.prompt(session, EDIT);
            client.prompt(session, BACK);
            assertThat(requests).hasSize(1);
            assertThat(place.text("a.txt")).contains("two");
            client.prompt(client.session(place.root()), EDIT);
            assertThat(requests).as("another session asks again").hasSize(2);
        }
    }

    @Test
    void askOnceForAProjectThatAllowsItAlways() throws Exception {
        try (AcpClient client = choosing("allow-project")) {
            client.prompt(client.session(place.root()), EDIT);
            client.prompt(client.session(place.root()), BACK);
            assertThat(requests).hasSize(1);
        }
    }

    @Test
    void rejectAndTellTheModel() throws Exception {
        try (AcpClient client = choosing("reject-once")) {
            String session = client.session(place.root());
            client.prompt(session, EDIT);
            assertThat(client.said()).contains("The user said no");
            assertThat(client.updates("tool_call_update").getLast().text("status"))
                    .isEqualTo(Optional.of("failed"));
            client.prompt(session, EDIT);
            assertThat(requests).hasSize(2);
            assertThat(place.text("a.txt")).contains("two");
        }
    }

    @Test
    void rejectForTheRestOfTheSession() throws Exception {
        try (AcpClient client = choosing("reject-session")) {
            String session = client.session(place.root());
            client.prompt(session, EDIT);
            client.prompt(session, EDIT);
            assertThat(requests).hasSize(1);
            assertThat(client.said()).contains("deny edit a.txt");
        }
    }

    @Test
    void endWithTheTurnWhenTheClientNeverAnswers() throws Exception {
        var never = new CountDownLatch(1);
        try (AcpClient client =
                place.client()
                        .answering(
                                "session/request_permission",
                                _ -> {
                                    never.await();
                                    return AcpPlace.chosen("allow-once");
                                })) {
            String session = client.session(place.root());
            var stopped = new ArrayBlockingQueue<String>(1);
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            stopped.add(client.prompt(session, EDIT));
                        } catch (Exception e) {
                            stopped.add(e.toString());
                        }
                    });
            RpcCall asked = client.asked();
            assertThat(asked.method()).isEqualTo("session/request_permission");
            client.tell("session/cancel", Json.Obj.EMPTY.with("sessionId", session));
            assertThat(stopped.take()).isEqualTo("cancelled");
            assertThat(client.linesOfAgent().toString()).contains("$/cancel_request");
            assertThat(place.text("a.txt")).contains("two");
        }
    }

    @Test
    void denyWithoutAskingInTheModeThatNeverAsks() throws Exception {
        try (AcpClient client = choosing("allow-once")) {
            String session = client.session(place.root());
            client.request(
                    "session/set_config_option",
                    Json.Obj.EMPTY
                            .with("sessionId", session)
                            .with("configId", "permissions")
                            .with("value", "never"));
            client.prompt(session, EDIT);
            assertThat(requests).isEmpty();
            assertThat(place.text("a.txt")).contains("two");
        }
    }

    @Test
    void acceptEditsWithoutAskingInTheModeForThat() throws Exception {
        try (AcpClient client = choosing("reject-once")) {
            String session = client.session(place.root());
            client.request(
                    "session/set_config_option",
                    Json.Obj.EMPTY
                            .with("sessionId", session)
                            .with("configId", "permissions")
                            .with("value", "edits"));
            client.prompt(session, EDIT);
            assertThat(requests).isEmpty();
            assertThat(place.text("a.txt")).contains("TWO");
        }
    }

    @Test
    void answerQuestionsByForms() throws Exception {
        List<Json.Obj> forms = new ArrayList<>();
        try (AcpClient client =
                place.client(AcpPlace.FORMS)
                        .answering(
                                "elicitation/create",
                                params -> {
                                    forms.add(params);
                                    return Json.Obj.EMPTY
                                            .with("action", "accept")
                                            .with(
                                                    "content",
                                                    Json.Obj.EMPTY
                                                            .with("answer1", "blue")
                                                            .with(
                                                                    "answer2",
                                                                    Json.Arr.ofTexts(
                                                                            List.of("x", "y"))));
                                })) {
            client.prompt(
                    client.session(place.root()),
                    "call question {\"questions\":[{\"question\":\"Which color?\",\"options\":[{\"label\":\"red\"},{\"label\":\"blue\"}]},{\"question\":\"Which letters?\",\"multi_select\":true,\"options\":[{\"label\":\"x\"},{\"label\":\"y\"}]}]}\nrepeat");
            assertThat(client.said()).contains("blue").contains("x").contains("y");
            assertThat(forms.getFirst().text("mode")).isEqualTo(Optional.of("form"));
        }
    }

    @Test
    void refuseQuestionsWhereTheClientHasNoForms() throws Exception {
        try (AcpClient client = place.client()) {
            client.prompt(
                    client.session(place.root()),
                    "call question {\"questions\":[{\"question\":\"Which color?\"}]}\nrepeat");
            assertThat(client.said()).contains("Nobody is here to answer");
        }
    }
}
