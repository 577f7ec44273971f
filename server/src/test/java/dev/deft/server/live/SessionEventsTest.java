package dev.deft.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import dev.deft.server.EventClient;
import dev.deft.server.ServerFixture;
import dev.deft.server.access.AccessScope;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nothing is lost and nothing comes twice, however often and wherever a connection breaks.
class SessionEventsTest {

    private static final String SESSIONS = "/v1/workspaces/main/sessions";
    private static final String ONE = SESSIONS + "/s1";

    @TempDir Path directory;

    /// Streams words, with calls in between, and tells nobody how many words there will be.
    private static final class WordyModel implements Model {

        private final int words;
        private final AtomicBoolean slow = new AtomicBoolean(true);

        WordyModel(int words) {
            this.words = words;
        }

        @Override
        public String name() {
            return "test/wordy";
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener) throws InterruptedException {
            var text = new StringBuilder();
            for (int i = 0; i < words; i++) {
                String word = "w" + i + (i % 7 == 0 ? "\n" : " ");
                text.append(word);
                listener.text(word);
                if (slow.get() && i % 20 == 0) {
                    Thread.sleep(1);
                }
            }
            boolean calls = !(prompt.messages().getLast() instanceof Message.Results);
            List<Part> parts = new ArrayList<>(List.of(new Part.Text(text.toString())));
            if (calls) {
                String id = "c" + prompt.messages().size();
                parts.add(ScriptedModel.call(id, "time_now", "{}"));
            }
            return new Answer(
                    new Message.Assistant(parts),
                    calls ? Answer.Stop.CALLS : Answer.Stop.DONE,
                    new Usage(10, 5, 0, 0),
                    "wordy");
        }

        @Override
        public void close() {}
    }

    /// A client that keeps what a page would keep, and checks it against each answer that is
    /// stored.
    private static final class Reader {

        private final List<Long> entries = new ArrayList<>();
        private String last = "0";
        private String text = "";
        private int answers;
        private int complete;

        void took(String id, String type, Json.Obj data) {
            last = id.isEmpty() ? last : id;
            switch (type) {
                case "entry" -> entry(data);
                case "live" -> {
                    if (data.text("type").orElse("").equals("text")) {
                        text += data.text("delta").orElse("");
                    }
                }
                case "snapshot" -> {
                    text = data.text("text").orElse("");
                }
                default -> {}
            }
        }

        private void entry(Json.Obj entry) {
            entries.add(EntryView.id(entry));
            if (entry.text("role").orElse("").equals("assistant")) {
                String whole =
                        ((Json.Obj)
                                        ((Json.Arr) entry.find("content").orElseThrow())
                                                .items()
                                                .getFirst())
                                .text("text")
                                .orElse("");
                assertThat(whole.startsWith(text))
                        .as("words before entry %d: %s", EntryView.id(entry), text)
                        .isTrue();
                complete += whole.equals(text) ? 1 : 0;
                answers++;
                text = "";
            }
        }
    }

    /// Reads until a number of bytes came, then breaks the connection.
    private static void readSome(ServerFixture server, Reader reader, int bytes)
            throws IOException, InterruptedException {
        HttpRequest request =
                server.request(ONE + "/events", server.token())
                        .header("Last-Event-ID", reader.last)
                        .build();
        HttpResponse<InputStream> response =
                server.client().send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        var text = new StringBuilder();
        try (InputStream in = response.body()) {
            byte[] all = in.readNBytes(bytes);
            text.append(new String(all, StandardCharsets.UTF_8));
        }
        int end = text.lastIndexOf("\n\n");
        if (end < 0) {
            return;
        }
        for (String block : text.substring(0, end).split("\n\n", -1)) {
            String id = "";
            String type = "";
            String data = "{}";
            for (String line : block.split("\n", -1)) {
                id = line.startsWith("id:") ? line.substring(3).strip() : id;
                type = line.startsWith("event:") ? line.substring(6).strip() : type;
                data = line.startsWith("data:") ? line.substring(5).strip() : data;
            }
            if (!type.isEmpty()) {
                reader.took(id, type, new EventClient.Event(id, type, data).json());
            }
        }
    }

    private static List<Long> stored(ServerFixture server) throws Exception {
        List<Long> ids = new ArrayList<>();
        for (Json.Obj it : server.get(ONE + "/entries?limit=1000").items()) {
            ids.add(EntryView.id(it));
        }
        return ids;
    }

    @Test
    void brokenConnectionsLoseAndDoubleNothing() throws Exception {
        var random = new Random(11);
        var model = new WordyModel(600);
        try (ServerFixture server = new ServerFixture(directory, model)) {
            server.post(SESSIONS, Map.of("id", "s1"));
            var reader = new Reader();
            for (int turn = 0; turn < 4; turn++) {
                server.post(ONE + "/messages", Map.of("text", "go " + turn));
                for (int i = 0; i < 12; i++) {
                    readSome(server, reader, 900 + random.nextInt(9_000));
                }
            }
            model.slow.set(false);
            server.await(ONE, "idle");
            finish(server, reader);
            assertThat(reader.entries).isEqualTo(stored(server));
            assertThat(reader.complete).as("every word came").isEqualTo(reader.answers);
        }
    }

    /// Reads what is left.
    private static void finish(ServerFixture server, Reader reader) throws Exception {
        long last = stored(server).getLast();
        try (var rest = new EventClient(server, ONE + "/events", Optional.of(reader.last))) {
            rest.await(it -> it.type().equals("state"));
            while (reader.entries.isEmpty() || reader.entries.getLast() < last) {
                EventClient.Event event = rest.await(it -> !it.type().equals("state"));
                reader.took(event.id(), event.type(), event.json());
            }
        }
    }

    @Test
    void aReaderThatFallsBehindGetsASnapshot() throws Exception {
        var model = new WordyModel(12_000);
        model.slow.set(false);
        try (ServerFixture server = new ServerFixture(directory, model)) {
            server.post(SESSIONS, Map.of("id", "s1"));
            var reader = new Reader();
            server.post(ONE + "/messages", Map.of("text", "go"));
            readSome(server, reader, 3_000);
            server.await(ONE, "idle");
            finish(server, reader);
            assertThat(reader.entries).isEqualTo(stored(server));
        }
    }

    @Test
    void nothingIsLostAcrossARestart() throws Exception {
        var random = new Random(5);
        var reader = new Reader();
        var model = new WordyModel(400);
        for (int start = 0; start < 4; start++) {
            try (ServerFixture server = new ServerFixture(directory, model)) {
                if (start == 0) {
                    server.post(SESSIONS, Map.of("id", "s1"));
                }
                server.post(ONE + "/messages", Map.of("text", "go " + start));
                for (int i = 0; i < 1 + random.nextInt(4); i++) {
                    readSome(server, reader, 1_000 + random.nextInt(3_000));
                }
            }
        }
        model.slow.set(false);
        try (ServerFixture server = new ServerFixture(directory, model)) {
            server.await(ONE, "idle");
            finish(server, reader);
            assertThat(reader.entries).isEqualTo(stored(server));
            String log = server.get(ONE + "/entries?limit=1000").body();
            for (int start = 0; start < 4; start++) {
                assertThat(log).contains("go " + start);
            }
            assertThat(log).doesNotContain("\"status\":\"aborted\"");
        }
    }

    @Test
    void anApprovalThatIsOpenSurvivesARestart() throws Exception {
        var first = new ScriptedModel().calls("bash", Map.of("command", "echo x >> made"));
        String request;
        try (ServerFixture server = new ServerFixture(directory, first)) {
            server.post(SESSIONS, Map.of("id", "s1", "message", "make it"));
            server.await(ONE, "waiting");
            request = server.get("/v1/requests").items().getFirst().text("id").orElseThrow();
        }
        var second = new ScriptedModel().says("made");
        try (ServerFixture server = new ServerFixture(directory, second)) {
            server.await(ONE, "waiting");
            Json.Obj asked = server.get("/v1/requests").items().getFirst();
            assertThat(asked.text("id")).isPresent().isNotEqualTo(Optional.of(request));
            String answer = ONE + "/requests/" + asked.text("id").orElseThrow() + "/answer";
            assertThat(server.post(answer, Map.of("answer", "once")).status()).isEqualTo(200);
            server.await(ONE, "idle");
            assertThat(server.root("main").resolve("made")).hasContent("x");
            assertThat(server.get(ONE + "/entries?limit=1000").body()).contains("\"made\"");
        }
    }

    @Test
    void followersOfAllSeeOnlyTheirWorkspaces() throws Exception {
        try (ServerFixture server =
                new ServerFixture(directory, new ScriptedModel().thenAlwaysSays("hi"))) {
            try (var all = new EventClient(server, "/v1/events", Optional.empty())) {
                all.await(it -> it.type().equals("hello"));
                server.post(
                        "/v1/workspaces/other/sessions", Map.of("id", "s2", "message", "hello"));
                EventClient.Event seen =
                        all.await(it -> it.type().equals("session") && it.data().contains("s2"));
                assertThat(seen.id()).isNotEmpty();
                try (var again = new EventClient(server, "/v1/events", Optional.of("999999999"))) {
                    assertThat(again.await(it -> !it.type().equals("hello")).type())
                            .isEqualTo("reset");
                }
            }
            String guest =
                    server.token("guest", Set.of(AccessScope.LOOK), Optional.of(Set.of("main")));
            HttpResponse<InputStream> response =
                    server.client()
                            .send(
                                    server.request("/v1/events?after=0", guest).build(),
                                    HttpResponse.BodyHandlers.ofInputStream());
            server.post(SESSIONS, Map.of("id", "s1"));
            try (InputStream in = response.body()) {
                var text = new StringBuilder();
                while (!text.toString().contains("\"s1\"")) {
                    text.append(new String(in.readNBytes(64), StandardCharsets.UTF_8));
                }
                assertThat(text.toString()).doesNotContain("s2");
            }
        }
    }
}
