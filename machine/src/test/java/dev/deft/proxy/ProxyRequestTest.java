package dev.deft.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyRequestTest {

    @Test
    void readsATunnel() {
        assertThat(ProxyRequest.parse("CONNECT Example.org:443 HTTP/1.1\r\nHost: other\r\n\r\n"))
                .contains(new ProxyRequest("example.org", 443, Optional.empty()));
        assertThat(ProxyRequest.parse("CONNECT [::1]:8443 HTTP/1.1\r\n\r\n"))
                .contains(new ProxyRequest("[::1]", 8443, Optional.empty()));
    }

    @Test
    void handsOnARequestToTheHostItNamesAndNoOther() {
        String asked =
                """
                GET http://example.org/a?b HTTP/1.1
                Host: elsewhere
                Accept: */*
                Proxy-Authorization: x
                Connection: keep-alive

                """;
        assertThat(ProxyRequest.parse(asked.replace("\n", "\r\n")))
                .contains(
                        new ProxyRequest(
                                "example.org",
                                80,
                                Optional.of(
                                        "GET /a?b HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\nAccept: */*\r\n\r\n")));
        assertThat(ProxyRequest.parse("GET http://h:81 HTTP/1.0\r\n\r\n"))
                .contains(
                        new ProxyRequest(
                                "h",
                                81,
                                Optional.of(
                                        "GET / HTTP/1.1\r\nHost: h:81\r\nConnection: close\r\n\r\n")));
        assertThat(
                        ProxyRequest.parse("GET http://h?q=/ HTTP/1.1\r\n\r\n")
                                .orElseThrow()
                                .head()
                                .orElse(""))
                .startsWith("GET /?q=/ HTTP/1.1\r\nHost: h\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n\r\n",
                "GET https://h/ HTTP/1.1\r\n\r\n",
                "GET http://user@h/ HTTP/1.1\r\n\r\n",
                "GET http:///path HTTP/1.1\r\n\r\n",
                "CONNECT h HTTP/1.1\r\n\r\n",
                "CONNECT h:0 HTTP/1.1\r\n\r\n",
                "CONNECT h:65536 HTTP/1.1\r\n\r\n",
                "CONNECT h:99999999999 HTTP/1.1\r\n\r\n",
                "CONNECT h:+80 HTTP/1.1\r\n\r\n",
                "CONNECT h\0.granted:80 HTTP/1.1\r\n\r\n",
                "CONNECT h%00:80 HTTP/1.1\r\n\r\n",
                "\u0016\u0003\u0001",
                ""
            })
    void isNoneWhereItIsNotUnderstood(String head) {
        assertThat(ProxyRequest.parse(head)).isEmpty();
    }
}
