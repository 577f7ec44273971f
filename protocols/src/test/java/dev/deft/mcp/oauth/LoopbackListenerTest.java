package dev.deft.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoopbackListenerTest {

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofSeconds(20);

    private LoopbackListener listener;

    @BeforeEach
    void open() throws IOException {
        listener = LoopbackListener.open(0);
        listener.expect("right");
    }

    @AfterEach
    void close() {
        listener.close();
    }

    private int port() {
        return URI.create(listener.redirect()).getPort();
    }

    private String get(String target) throws IOException {
        return send("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n".formatted(target, port()));
    }

    private String send(String request) throws IOException {
        try (var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void takesTheAnswerAndShowsALittlePage() throws Exception {
        String page = get("/callback?code=a%20b&state=right&iss=https%3A%2F%2Fa");
        assertThat(page)
                .startsWith("HTTP/1.1 200")
                .contains("Content-Security-Policy: default-src 'none'")
                .contains("You can close this window");
        assertThat(listener.await(LONG))
                .contains(Map.of("code", "a b", "state", "right", "iss", "https://a"));
    }

    @Test
    void listensOnlyOnThisMachine() {
        assertThat(listener.redirect()).startsWith("http://127.0.0.1:");
        assertThat(URI.create(listener.redirect()).getPath()).isEqualTo("/callback");
    }

    @Test
    void listensNoLongerOnceItIsClosed() {
        listener.close();
        assertThatThrownBy(() -> get("/callback?code=a&state=right"))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void goesOnWaitingAfterEverythingElse() throws Exception {
        List<String> others =
                List.of(
                        "/callback?code=evil&state=wrong",
                        "/callback?code=evil",
                        "/callback?code=evil&state=",
                        "/callback?code=evil&state=wrong&state=right",
                        "/callback?code=evil&state=right&code=b",
                        "/callback?code=%zz&state=right",
                        "/callback",
                        "/callback/?code=evil&state=right",
                        "/favicon.ico",
                        "/?code=evil&state=right",
                        "*");
        for (String it : others) {
            assertThat(get(it)).as(it).startsWith("HTTP/1.1 40").doesNotContain("evil");
        }
        assertThat(listener.await(SHORT)).isEmpty();
        get("/callback?code=good&state=right");
        assertThat(listener.await(LONG).orElseThrow()).containsEntry("code", "good");
    }

    @Test
    void takesNoAnswerThroughTheNameOfAnotherHost() throws Exception {
        String target = "GET /callback?code=evil&state=right HTTP/1.1\r\n";
        assertThat(send(target + "Host: evil.example\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(send(target + "\r\n")).startsWith("HTTP/1.1 400");
        assertThat(send(target.replace("GET", "POST") + "Host: 127.0.0.1:" + port() + "\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(listener.await(SHORT)).isEmpty();
    }

    @Test
    void takesNoAnswerBeforeItExpectsOne() throws Exception {
        try (LoopbackListener early = LoopbackListener.open(0)) {
            LoopbackListener late = listener;
            listener = early;
            assertThat(get("/callback?code=a&state=")).startsWith("HTTP/1.1 400");
            listener = late;
        }
    }

    @Test
    void survivesConnectionsThatSayNothing() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                silent.add(new Socket(InetAddress.ofLiteral("127.0.0.1"), port()));
            }
            get("/callback?code=good&state=right");
            assertThat(listener.await(LONG)).isPresent();
        } finally {
            for (Socket it : silent) {
                it.close();
            }
        }
    }

    @Test
    void survivesGarbage() throws Exception {
        var random = new Random(7);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            send(new String(bytes, StandardCharsets.ISO_8859_1));
        }
        assertThat(send("GET /" + "x".repeat(20_000) + " HTTP/1.1\r\n\r\n")).doesNotContain("200");
        get("/callback?code=good&state=right");
        assertThat(listener.await(LONG)).isPresent();
    }
}
