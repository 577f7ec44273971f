package dev.deft.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpUrlTest {

    @ParameterizedTest
    @CsvSource({
        "http://example.org, http://example.org/, example.org:80",
        "HTTPS://Example.ORG:443/a, https://example.org/a, example.org:443",
        "https://example.org:/a, https://example.org/a, example.org:443",
        "http://example.org:8080?q=1#top, http://example.org:8080/?q=1, example.org:8080",
        "http://example.org/a b/ü?x=ä\\, http://example.org/a%20b/%C3%BC?x=%C3%A4%5C, example.org:80",
        "http://example.org/%zz/%41?100%, http://example.org/%25zz/%41?100%25, example.org:80",
        "http://example.org/a/./b/../c/%2e%2E/d/.., http://example.org/a/, example.org:80",
        "http://example.org/?[1], http://example.org/?[1], example.org:80",
        "https://münchen.example/, https://xn--mnchen-3ya.example/, xn--mnchen-3ya.example:443",
        "http://2130706433/, http://127.0.0.1/, 127.0.0.1:80",
        "http://0x7f.1/, http://127.0.0.1/, 127.0.0.1:80",
        "http://017700000001/, http://127.0.0.1/, 127.0.0.1:80",
        "http://127.1:0080/, http://127.0.0.1/, 127.0.0.1:80",
        "http://0x/, http://0.0.0.0/, 0.0.0.0:80",
        "http://[::FFFF:127.0.0.1]/, http://127.0.0.1/, 127.0.0.1:80",
        "http://[0:0:0:0:0:0:0:1]:8080/, http://[::1]:8080/, [::1]:8080",
        "http://[2001:0:0:1:0:0:0:1]/, http://[2001:0:0:1::1]/, [2001:0:0:1::1]:80",
        "http://[64:ff9b::10.0.0.1]/, http://[64:ff9b::a00:1]/, [64:ff9b::a00:1]:80",
        "http://[1:0:2:3:4:5:6:7]/, http://[1:0:2:3:4:5:6:7]/, [1:0:2:3:4:5:6:7]:80",
    })
    void readsAUrlInOneWay(String text, String url, String hostAndPort) throws Exception {
        HttpUrl parsed = HttpUrl.parse(text);
        assertThat(parsed).hasToString(url);
        assertThat(parsed.hostAndPort()).isEqualTo(hostAndPort);
        assertThat(HttpUrl.of(parsed.uri())).isEqualTo(parsed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.org",
                "//example.org",
                "ftp://example.org/",
                "file:///etc/passwd",
                "gopher://example.org/",
                "http:example.org",
                "http:/example.org",
                "http:///example.org",
                "http://",
                "http://?q",
                "http://:80/",
                "http://user@example.org/",
                "http://user:secret@example.org/",
                "http://good.example@evil.example/",
                "http://good.example\\@evil.example/",
                "http:\\\\example.org/",
                "http://example.org\\a",
                "http://exam ple.org/",
                "http://exam%70le.org/",
                "http://example.org%00.evil.example/",
                "http://example.org:0/",
                "http://example.org:65536/",
                "http://example.org:80:80/",
                "http://example.org:+80/",
                "http://example.org:8a/",
                "http://example.org./",
                "http://a..b/",
                "http://.a/",
                "http://256.1.1.1/",
                "http://1.2.3.4.5/",
                "http://1.2.3.0x100/",
                "http://4294967296/",
                "http://09.1.1.1/",
                "http://[::1/",
                "http://[127.0.0.1]/",
                "http://[::1%25eth0]/",
                "http://[fe80::1%eth0]/",
                "http://[::ffff:0177.0.0.1]/",
                "http://[1::2::3]/",
                "http://[::1]x/",
                "http://１２７.0.0.1/",
                "http://ⓔxample.org/",
                "http://faß.example/",
                "http://a\u3002b.example/",
                "http://a\tb/",
                "http://a/\r\nHost: b",
                "http://a/\u0000",
                "http://a/\ud800",
            })
    void rejectsWhatOthersReadInAnotherWay(String text) {
        assertThatThrownBy(() -> HttpUrl.parse(text))
                .isInstanceOfSatisfying(
                        HostException.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_ARGUMENTS));
    }

    @Test
    void rejectsOneThatIsTooLong() {
        assertThatThrownBy(() -> HttpUrl.parse("http://a/" + "a".repeat(HttpUrl.MAX_LENGTH)))
                .hasMessageContaining("longer than 8192 characters");
    }

    @Test
    void showsNoPassword() {
        assertThatThrownBy(() -> HttpUrl.parse("http://ada:" + "hunter2@example.org/"))
                .hasMessageContaining("Authorization")
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @CsvSource({
        "http://a.example/b/c?d, e, http://a.example/b/e",
        "http://a.example/b/c?d, /e, http://a.example/e",
        "http://a.example/b/c?d, ../e?f, http://a.example/e?f",
        "http://a.example/b/c?d, ?e, http://a.example/b/c?e",
        "http://a.example/b/c?d, '#e', http://a.example/b/c?d",
        "http://a.example/b/c?d, '', http://a.example/b/c?d",
        "http://a.example/b/c?d, //b.example, http://b.example/",
        "https://a.example/b/c?d, //b.example:80/, https://b.example:80/",
        "http://a.example/b/c?d, HTTPS://b.example/x, https://b.example/x",
        "http://a.example/b?u=http://x/y, z, http://a.example/z",
    })
    void followsAReference(String base, String reference, String url) throws Exception {
        assertThat(HttpUrl.parse(base).resolve(reference)).hasToString(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "javascript:alert(1)",
                "/\\evil.example/",
                "\\\\evil.example/",
                "//user@evil.example/",
                "http:evil.example"
            })
    void followsNoReferenceElsewhere(String reference) throws Exception {
        HttpUrl base = HttpUrl.parse("http://a.example/b");
        assertThatThrownBy(() -> base.resolve(reference)).isInstanceOf(HostException.class);
    }
}
