package dev.deft.net;

import static dev.deft.net.NetworkFixture.get;
import static dev.deft.net.NetworkFixture.reaching;
import static dev.deft.net.NetworkFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Network;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What servers send back, whole, broken or without end.
class NetworkResponsesTest {

    private static final String OK = "HTTP/1.1 200 OK\r\n";

    private static String text(Network.Response response) {
        return response.body().text(StandardCharsets.UTF_8);
    }

    private static void assertFailure(ErrorCode code, String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        HostException.class, it -> assertThat(it.code()).isEqualTo(code))
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 OK\\r\\nTransfer-Encoding:"
                        + " chunked\\r\\n\\r\\n3;x=y\\r\\nabc\\r\\n2\\r\\nde\\r\\n0\\r\\nT:"
                        + " 1\\r\\n\\r\\n|abcde",
                "200 OK\\r\\n\\r\\nuntil the end|until the end",
                "200\\r\\nContent-Length: 2, 2\\r\\n\\r\\nok|ok",
                "204 No Content\\r\\nContent-Length: 5\\r\\n\\r\\n|''",
                "100 Continue\\r\\n\\r\\nHTTP/1.1 103 Early\\r\\nLink: x\\r\\n\\r\\nHTTP/1.0 404"
                        + " No\\r\\n\\r\\ngone|gone",
                "200 OK\\nContent-Length: 2\\n\\nok|ok",
                "200 OK\\r\\nX: a\\r\\n b\\r\\nContent-Length: 2\\r\\n\\r\\nok|ok",
                "200 OK\\r\\nContent-Encoding: br\\r\\n\\r\\nas it is|as it is",
                "200 OK\\r\\nContent-Encoding: gzip\\r\\nContent-Length: 0\\r\\n\\r\\n|''",
            })
    void findsTheEndOfABody(String response, String body) throws Exception {
        String raw = response.replace("\\r", "\r").replace("\\n", "\n");
        try (var server = RawServer.sending("HTTP/1.1 " + raw)) {
            Network.Response answer = reaching(server).send(get(server.url("/")));
            assertThat(text(answer)).isEqualTo(body);
            assertThat(answer.truncated()).isFalse();
        }
    }

    @Test
    void expectsNoBodyAfterHead() throws Exception {
        try (var server = RawServer.sending(OK + "Content-Length: 500\r\n\r\n")) {
            Network.Response answer =
                    reaching(server)
                            .send(request("HEAD", server.url("/"), Map.of(), Optional.empty()));
            assertThat(answer.body()).isEqualTo(Bytes.EMPTY);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nnot gzip at all",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip, gzip, gzip\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\n folded\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX: a",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "HTTP/2 200\r\n\r\n",
                "SSH-2.0-OpenSSH_9.2\r\n",
                "\u0000\u0001\u0002\n",
                "",
            })
    void failsAtABrokenResponse(String response) throws Exception {
        try (var server = RawServer.sending(response)) {
            assertFailure(
                    ErrorCode.IO_ERROR,
                    "The request to 127.0.0.1:" + server.port() + " failed: ",
                    () -> reaching(server).send(get(server.url("/"))));
        }
    }

    @Test
    void decompresses() throws Exception {
        String plain = "abc".repeat(1_000);
        assertThat(body("gzip", gzip(plain.getBytes(StandardCharsets.UTF_8)))).isEqualTo(plain);
        assertThat(body("GZIP, gzip", gzip(gzip(plain.getBytes(StandardCharsets.UTF_8)))))
                .isEqualTo(plain);
        assertThat(body("deflate", deflated(plain, false))).isEqualTo(plain);
        assertThat(body("deflate", deflated(plain, true))).isEqualTo(plain);
        assertThat(body("identity", plain.getBytes(StandardCharsets.UTF_8))).isEqualTo(plain);
    }

    private static String body(String encoding, byte[] content) throws Exception {
        var response = new ByteArrayOutputStream();
        response.writeBytes(
                "%sContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n"
                        .formatted(OK, encoding, content.length)
                        .getBytes(StandardCharsets.US_ASCII));
        response.writeBytes(content);
        try (var server = RawServer.sending(response.toByteArray())) {
            return text(reaching(server).send(get(server.url("/"))));
        }
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    private static byte[] deflated(String plain, boolean raw) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(bytes, new Deflater(9, raw))) {
            out.write(plain.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void readsNoMoreOfAnEndlessBodyThanWasAskedFor() throws Exception {
        var sent = new AtomicLong();
        try (var server = new RawServer((_, _, out) -> endless(out, sent))) {
            Network.Response response = reaching(server).send(get(server.url("/")));
            assertThat(response.truncated()).isTrue();
            assertThat(response.body().size()).isEqualTo(NetworkFixture.MOST);
            assertThat(server.sawHangUp()).isTrue();
            assertThat(sent.get()).isLessThan(50L * NetworkFixture.MOST);
        }
    }

    private static void endless(OutputStream out, AtomicLong sent) throws IOException {
        out.write((OK + "Content-Length: 10000000000\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        var chunk = new byte[64 * 1024];
        while (true) {
            out.write(chunk);
            sent.addAndGet(chunk.length);
        }
    }

    @Test
    void readsNoMoreOfAGzipBombThanWasAskedFor() throws Exception {
        byte[] bomb = gzip(gzip(new byte[200_000_000]));
        assertThat(bomb.length).isLessThan(10_000);
        var response = new ByteArrayOutputStream();
        response.writeBytes(
                (OK + "Content-Encoding: gzip, gzip\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        response.writeBytes(bomb);
        try (var server = RawServer.sending(response.toByteArray())) {
            Network.Response answer = reaching(server).send(get(server.url("/")));
            assertThat(answer.truncated()).isTrue();
            assertThat(answer.body().size()).isEqualTo(NetworkFixture.MOST);
        }
    }

    @Test
    void endsAFloodOfHeaders() throws Exception {
        try (var server =
                new RawServer((_, _, out) -> {
                    out.write(OK.getBytes(StandardCharsets.US_ASCII));
                    while (true) {
                        out.write("X-Flood: 1\r\n".getBytes(StandardCharsets.US_ASCII));
                    }
                })) {
            assertFailure(
                    ErrorCode.IO_ERROR,
                    "more than 256 KB",
                    () -> reaching(server).send(get(server.url("/"))));
        }
    }
}
