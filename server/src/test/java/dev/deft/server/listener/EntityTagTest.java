package dev.deft.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What was read before.
class EntityTagTest {

    private static final String NOTE = "/v1/workspaces/w/notes/n";

    @TempDir private Path directory;
    private ListenerFixture server;
    private String token;

    @BeforeEach
    void start() throws IOException {
        server = new ListenerFixture(directory);
        token = server.token();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> put(String text, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                server.request(NOTE)
                        .header("Authorization", "Bearer " + token)
                        .PUT(HttpRequest.BodyPublishers.ofString("{\"text\":\"" + text + "\"}"));
        return server.send(headers.length == 0 ? request : request.headers(headers));
    }

    private HttpResponse<String> get(String ifNoneMatch) throws IOException, InterruptedException {
        return server.send(
                server.request(NOTE)
                        .header("Authorization", "Bearer " + token)
                        .header("If-None-Match", ifNoneMatch));
    }

    @Test
    void whatAClientHasIsNotSentAgain() throws IOException, InterruptedException {
        put("one");
        HttpResponse<String> first = get("\"none\"");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("cache-control")).contains("private, no-cache");
        String tag = first.headers().firstValue("etag").orElseThrow();
        assertThat(tag).matches("\"[A-Za-z0-9_-]{20}\"");

        for (String same : new String[] {tag, "W/" + tag, "\"other\", " + tag, "*"}) {
            HttpResponse<String> unchanged = get(same);
            assertThat(unchanged.statusCode()).as(same).isEqualTo(304);
            assertThat(unchanged.body()).isEmpty();
            assertThat(unchanged.headers().firstValue("etag")).contains(tag);
        }
        put("two");
        assertThat(get(tag).statusCode()).isEqualTo(200);
    }

    @Test
    void whatChangedSinceItWasReadIsNotOverwritten() throws IOException, InterruptedException {
        put("one");
        String tag = get("\"none\"").headers().firstValue("etag").orElseThrow();
        put("two");
        HttpResponse<String> late = put("three", "If-Match", tag);
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(late.body()).contains("\"code\":\"precondition_failed\"");
        assertThat(get("\"none\"").body()).isEqualTo("{\"text\":\"two\"}");

        String now = get("\"none\"").headers().firstValue("etag").orElseThrow();
        assertThat(put("four", "If-Match", "W/" + now).statusCode()).isEqualTo(412);
        assertThat(put("four", "If-Match", "\"x\", " + now).statusCode()).isEqualTo(200);
        assertThat(put("five", "If-Match", "*").statusCode()).isEqualTo(200);
    }

    @Test
    void whatDoesNotExistCannotBeMatched() throws IOException, InterruptedException {
        assertThat(put("one", "If-Match", "*").statusCode()).isEqualTo(412);
        assertThat(server.acts()).isZero();
    }

    @Test
    void onlyWhatIsGotHasATag() throws IOException, InterruptedException {
        HttpResponse<String> read = server.post("/v1/looks", token, "{}", "If-None-Match", "*");
        assertThat(read.statusCode()).isEqualTo(200);
        assertThat(read.headers().firstValue("etag")).isEmpty();
    }
}
