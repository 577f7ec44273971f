package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchTest {

    @TempDir private Path root;

    private List<String> batch(String lines, String... options) {
        String[] words = new String[options.length + 2];
        words[0] = "call";
        words[1] = "--batch";
        System.arraycopy(options, 0, words, 2, options.length);
        DeftRun run = DeftRun.in(root, lines, words);
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        return run.out().lines().toList();
    }

    @Test
    void answersEveryLineInOrderAndGoesOnAfterABadOne() {
        List<String> answers =
                batch(
                        """
                        {"id":"a","tool":"base64_encode","args":{"text":"x"}}
                        nonsense
                        [1]
                        {"tool":"base64_encode","args":{"text":"y"}}
                        {"id":5,"args":{}}
                        {"id":"b","tool":"nothing"}
                        {"id":"c","tool":"base64_decode","args":{"encoded":"eA=="}}\
                        """);

        assertThat(answers).hasSize(7);
        assertThat(answers.get(0)).startsWith("{\"id\":\"a\",\"result\":{\"type\":\"output\"");
        assertThat(answers.get(1))
                .startsWith("{\"id\":null,\"result\":{\"type\":\"error\"")
                .contains("invalid_arguments");
        assertThat(answers.get(2))
                .startsWith("{\"id\":null,\"result\":{\"type\":\"error\"")
                .contains("invalid_arguments");
        assertThat(answers.get(3)).startsWith("{\"id\":4,\"result\":{\"type\":\"output\"");
        assertThat(answers.get(4)).startsWith("{\"id\":5,\"result\":{\"type\":\"error\"");
        assertThat(answers.get(5)).contains("unknown_tool");
        assertThat(answers.get(6)).contains("\"decoded\":\"x\"");
    }

    @Test
    void isOneSession() {
        List<String> answers =
                batch(
                        """
                        {"id":1,"tool":"set_env","args":{"key":"A","value":"1"}}
                        {"id":2,"tool":"set_env","args":{"key":"A","value":"2"}}
                        {"id":3,"tool":"get_env","args":{"key":"A"}}
                        {"id":4,"tool":"set_env","args":{"key":"MY_TOKEN","value":"2"}}
                        """);

        assertThat(answers.get(0)).contains("\"previous\":null");
        assertThat(answers.get(1)).contains("\"previous\":\"1\"");
        assertThat(answers.get(2)).contains("\"value\":\"2\"");
        assertThat(answers.get(3)).contains("\"code\":\"refused\"");
        assertThat(System.getenv("A")).isNull();
    }

    @Test
    void continuesASessionByItsId() {
        batch(
                "{\"id\":1,\"tool\":\"todowrite\",\"args\":{\"todos\":[{\"id\":\"1\",\"content\":\"a\",\"status\":\"pending\",\"priority\":\"low\"}]}}",
                "--session",
                "s1",
                "--dialect",
                "opencode");

        assertThat(
                        batch(
                                        "{\"id\":1,\"tool\":\"todoread\"}",
                                        "--session",
                                        "s1",
                                        "--dialect",
                                        "opencode")
                                .getFirst())
                .contains("\"content\":\"a\"");
        assertThat(batch("{\"id\":1,\"tool\":\"todoread\"}", "--dialect", "opencode").getFirst())
                .contains("\"todos\":[]");
    }

    @Test
    void refusesAQuestionHeadlessWithItsFixedText() {
        String question =
                "{\"id\":\"q\",\"tool\":\"question\",\"args\":{\"questions\":[{\"question\":\"Which?\"}]}}";

        assertThat(batch(question).getFirst())
                .contains("\"code\":\"refused\"")
                .contains("Nobody is here to answer");
    }

    @Test
    void asksThePersonBehindThePipe() throws Exception {
        Path policy =
                Files.writeString(
                        root.resolve("p.json"),
                        "{\"headless\":false,\"rules\":[{\"permission\":\"question\",\"pattern\":\"*\",\"action\":\"allow\"}]}");
        List<String> answers =
                batch(
                        """
                        {"id":"q","tool":"question","args":{"questions":[{"question":"Which?","options":[{"label":"A"}],"multi_select":true}]}}
                        {"id":"q","answers":[["A","B"]]}
                        {"id":1,"tool":"current_time"}
                        {"id":1,"answer":"once"}
                        {"id":2,"tool":"current_time"}
                        {"id":2,"answer":"session"}
                        {"id":3,"tool":"current_time"}
                        {"id":4,"tool":"get_env","args":{"key":"HOME"}}
                        {"id":4,"answer":"reject"}
                        {"id":5,"tool":"get_env","args":{"key":"HOME"}}
                        {"id":"other","answer":"once"}
                        """,
                        "--policy",
                        policy.toString());

        assertThat(answers.get(0))
                .startsWith("{\"id\":\"q\",\"ask\":{\"type\":\"question\"")
                .contains("\"multi_select\":true");
        assertThat(answers.get(1)).contains("\"answers\":[[\"A\",\"B\"]]");
        assertThat(answers.get(2))
                .startsWith("{\"id\":1,\"ask\":{\"type\":\"approval\",\"tool\":\"current_time\"")
                .contains("allow current_time *");
        assertThat(answers.get(3)).startsWith("{\"id\":1,\"result\":{\"type\":\"output\"");
        assertThat(answers.get(4)).startsWith("{\"id\":2,\"ask\"");
        assertThat(answers.get(5)).startsWith("{\"id\":2,\"result\":{\"type\":\"output\"");
        assertThat(answers.get(6))
                .as("the session's rule answers now")
                .startsWith("{\"id\":3,\"result\":{\"type\":\"output\"");
        assertThat(answers.get(7)).startsWith("{\"id\":4,\"ask\"");
        assertThat(answers.get(8)).contains("permission_denied");
        assertThat(answers.get(9)).startsWith("{\"id\":5,\"ask\"");
        assertThat(answers.get(10))
                .as("an answer to something else is none")
                .contains("permission_denied");
    }
}
