package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamInputTest {

    private static final String[] STREAM = {
        "-p", "--input-format", "stream-json", "--output-format", "stream-json"
    };

    @TempDir private Path root;

    private static String said(String text) {
        return JsonText.write(Json.Obj.EMPTY.with("type", "user").with("text", text));
    }

    private static String[] words(String... more) {
        List<String> all = new ArrayList<>(Arrays.asList(STREAM));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static BothWires echo() throws IOException {
        return new BothWires(it -> Reply.says("heard " + lastSaid(it)));
    }

    private static String lastSaid(Asked asked) {
        return asked.messages().stream()
                .filter(Asked.User.class::isInstance)
                .map(it -> ((Asked.User) it).text())
                .filter(it -> !it.isBlank())
                .reduce("", (_, last) -> last);
    }

    private static List<Json.Obj> events(String out) throws IOException {
        List<Json.Obj> events = new ArrayList<>();
        for (String line : out.lines().toList()) {
            events.add(JsonText.parseObject(line));
        }
        return events;
    }

    private static List<String> of(String type, String field, List<Json.Obj> events) {
        return events.stream()
                .filter(it -> it.text("type").orElse("").equals(type))
                .map(it -> it.text(field).orElse(""))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"anthropic", "openai"})
    void givesEachMessageAResultInOneConversation(String wire) throws Exception {
        try (BothWires model = echo()) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            model.environment(wire),
                            """
                            {"type":"user","text":"one"}
                            {"type":"user","message":{"role":"user","content":"two"},"session_id":"x","parent_tool_use_id":null}

                            {"type":"user","message":{"role":"user","content":[{"type":"text","text":"three"}]}}
                            """,
                            words("-m", wire + "/m"));
            List<Json.Obj> events = events(ran.out());
            assertThat(of("result", "text", events))
                    .containsExactly("heard one", "heard two", "heard three");
            assertThat(events.getFirst().text("type")).contains("session");
            assertThat(events.getLast().text("type")).contains("result");
            assertThat(of("session", "session_id", events)).hasSize(3);
            assertThat(of("result", "session_id", events).stream().distinct()).hasSize(1);
            assertThat(model.asked().getLast().answers()).isEqualTo(2);
            assertThat(ran.code()).isZero();
        }
    }

    @Test
    void warnsAboutEachLineItCannotReadAndGoesOn() throws Exception {
        byte[] start =
                """
                not json
                [1]
                {"type":"usr","text":"x"}
                {"type":"user"}
                {"type":"user","text":"  "}
                {"type":"user","text":7}
                {"type":"user","message":{"role":"assistant","content":"x"}}
                {"type":"user","message":{"content":[{"type":"audio"}]}}
                {"type":"user","message":{"content":[{"type":"image","source":{"type":"url","url":"http://x"}}]}}
                {"type":"user","message":{"content":[{"type":"image","source":{"type":"base64","data":"aGFsbG8="}}]}}
                {"type":"interrupt"}
                {"id":"call_1","answer":"once"}
                """
                        .getBytes(StandardCharsets.UTF_8);
        byte[] all = Arrays.copyOf(start, start.length + 2);
        all[start.length] = (byte) 0xff;
        all[start.length + 1] = '\n';
        byte[] last = said("good").getBytes(StandardCharsets.UTF_8);
        byte[] whole = Arrays.copyOf(all, all.length + last.length);
        System.arraycopy(last, 0, whole, all.length, last.length);
        try (BothWires model = echo()) {
            DeftRun ran = DeftRun.in(root, model.environment("anthropic"), whole, words());
            List<Json.Obj> events = events(ran.out());
            List<String> warnings = of("warning", "text", events);
            assertThat(warnings).hasSize(13);
            for (int i = 0; i < warnings.size(); i++) {
                assertThat(warnings.get(i))
                        .startsWith("Line %d of standard input ".formatted(i + 1));
            }
            assertThat(warnings.get(2)).contains("\"type\" is \"user\" or \"interrupt\"");
            assertThat(warnings.get(9)).contains("it is text, not a PNG");
            assertThat(warnings.get(10)).contains("no turn is running");
            assertThat(warnings.get(12)).contains("is not UTF-8");
            assertThat(of("result", "text", events)).containsExactly("heard good");
            assertThat(ran.code()).isZero();
        }
    }

    @Test
    void beginsWithTheSessionWhateverFollowsTheFirstMessage() throws Exception {
        try (BothWires model = echo()) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            model.environment("anthropic"),
                            said("one") + "\nbad\n" + said("two"),
                            words());
            List<Json.Obj> events = events(ran.out());
            assertThat(events.getFirst().text("type")).contains("session");
            assertThat(of("warning", "text", events)).hasSize(1);
            assertThat(of("result", "text", events)).containsExactly("heard one", "heard two");
        }
    }

    @Test
    void skipsALineThatIsTooLong() throws Exception {
        byte[] input = new byte[32 * 1024 * 1024 + 100];
        Arrays.fill(input, (byte) ' ');
        byte[] good = ("\n" + said("good")).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(good, 0, input, input.length - good.length, good.length);
        try (BothWires model = echo()) {
            DeftRun ran = DeftRun.in(root, model.environment("anthropic"), input, words());
            assertThat(of("warning", "text", events(ran.out())))
                    .containsExactly(
                            "Line 1 of standard input is longer than 32 MB. It was skipped.");
            assertThat(of("result", "text", events(ran.out()))).containsExactly("heard good");
        }
    }

    @Test
    void sendsPictures() throws Exception {
        byte[] png = HeadlessOptionsTest.png();
        String data = Base64.getEncoder().encodeToString(png);
        try (BothWires model = echo()) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            model.environment("anthropic"),
                            """
                            {"type":"user","message":{"role":"user","content":[{"type":"text","text":"look"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"%s"}}]}}
                            """
                                    .formatted(data),
                            words());
            assertThat(ran.code()).isZero();
            assertThat(model.asked().getFirst().body()).contains(data).contains("image/png");
        }
    }

    @Test
    void endsTheTurnThatIsInterruptedAndGoesOn() throws Exception {
        var never = new CountDownLatch(1);
        try (BothWires model =
                        new BothWires(it -> {
                            if (lastSaid(it).equals("wait")) {
                                awaited(never);
                            }
                            return Reply.says("heard " + lastSaid(it));
                        });
                var deft = new DeftStream(root, model.environment("anthropic"), words())) {
            deft.send(said("wait"));
            deft.await("session");
            deft.send(said("queued")).send("{\"type\":\"interrupt\"}");
            assertThat(deft.await("result").text("status")).contains("aborted");
            assertThat(deft.await("result").text("text")).contains("heard queued");
            deft.send(said("wait")).send("{\"type\":\"interrupt\"}");
            assertThat(deft.await("result").text("status")).contains("aborted");
            assertThat(deft.end()).isEqualTo(130);
            never.countDown();
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void asksOverTheStreamIfThePolicyHasSomebody() throws Exception {
        Files.writeString(root.resolve("policy.json"), "{\"headless\":false}");
        try (BothWires model =
                        new BothWires(it ->
                                it.answers() % 2 == 0
                                        ? Reply.calls(
                                                "write",
                                                Reply.args("path", lastSaid(it), "content", "x"))
                                        : Reply.says("end"));
                var deft =
                        new DeftStream(
                                root,
                                model.environment("anthropic"),
                                words("--policy", "policy.json"))) {
            deft.send(said("a.txt"));
            Json.Obj ask = deft.await("ask");
            assertThat(ask.text("tool")).contains("write");
            deft.send("{\"id\":\"another\",\"answer\":\"once\"}");
            assertThat(deft.await("warning").text("text").orElse(""))
                    .contains("answers \"another\", which is not asked");
            deft.send(answer(ask, "once"));
            assertThat(deft.await("result").text("status")).contains("done");
            assertThat(root.resolve("a.txt")).exists();
            deft.send(said("b.txt"));
            deft.send(answer(deft.await("ask"), "nonsense"));
            assertThat(deft.await("result").text("status")).contains("denied");
            deft.send(said("c.txt"));
            deft.await("ask");
            assertThat(deft.end()).isEqualTo(3);
            assertThat(root.resolve("b.txt")).doesNotExist();
            assertThat(root.resolve("c.txt")).doesNotExist();
        }
    }

    private static String answer(Json.Obj ask, String answer) {
        return JsonText.write(
                Json.Obj.EMPTY.with("id", ask.text("id").orElse("")).with("answer", answer));
    }

    @Test
    void takesTheAnswersToQuestions() throws Exception {
        Files.writeString(
                root.resolve("policy.json"),
                "{\"headless\":false,\"rules\":[{\"permission\":\"question\",\"pattern\":\"*\",\"action\":\"allow\"}]}");
        Json question = new Json.Arr(List.of(Reply.args("question", "Which color?")));
        try (BothWires model =
                        BothWires.following(
                                Reply.calls("question", Json.Obj.EMPTY.with("questions", question)),
                                Reply.says("thanks"));
                var deft =
                        new DeftStream(
                                root,
                                model.environment("anthropic"),
                                words("--policy", "policy.json"))) {
            deft.send(said("ask me"));
            String id = deft.await("ask").text("id").orElse("");
            deft.send("{\"id\":\"%s\",\"answers\":[[\"deep blue\"]]}".formatted(id));
            assertThat(deft.await("result").text("text")).contains("thanks");
            assertThat(model.asked().getLast().body()).contains("deep blue");
            assertThat(deft.end()).isZero();
        }
    }

    @Test
    void deniesWhatNobodyIsAskedAbout() throws Exception {
        try (BothWires model =
                BothWires.following(
                        Reply.calls("write", Reply.args("path", "a.txt", "content", "x")),
                        Reply.says("end"))) {
            DeftRun ran = DeftRun.in(root, model.environment("anthropic"), said("go"), words());
            assertThat(ran.code()).isEqualTo(3);
        }
    }

    @Test
    void answersAnUnknownSlashCommandWithAFailedResult() throws Exception {
        try (BothWires model = echo()) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            model.environment("anthropic"),
                            said("/nosuch thing") + "\n" + said("two"),
                            words());
            assertThat(of("result", "status", events(ran.out()))).containsExactly("failed", "done");
            assertThat(of("result", "error", events(ran.out())).getFirst())
                    .contains("there is no command /nosuch");
            assertThat(ran.code()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run --input-format stream-json | needs --output stream-json",
                "run --input stream-json --output json | needs --output stream-json",
                "run --input-format stream-json --output stream-json go | not from the command line",
                "run --input-format stream-json --output stream-json --image a.png | not from the command line",
                "run --input-format xml go | --input-format is text or stream-json, not \"xml\"",
                "-p --input-format stream-json --output stream-json --json-schema {] | --json-schema: it is not JSON"
            })
    void isRefusedBeforeAKeyIsNeeded(String line, String why) {
        DeftRun ran = DeftRun.in(root, Map.of(), "", line.split(" "));
        assertThat(ran.err()).contains(why).hasLineCount(1);
        assertThat(ran.code()).isEqualTo(2);
    }

    @Test
    void needsAMessage() throws Exception {
        try (BothWires model = echo()) {
            DeftRun ran = DeftRun.in(root, model.environment("anthropic"), "\n", words());
            assertThat(ran.err()).contains("there was no message on standard input");
            assertThat(of("result", "status", events(ran.out()))).containsExactly("failed");
            assertThat(ran.code()).isEqualTo(2);
        }
    }
}
