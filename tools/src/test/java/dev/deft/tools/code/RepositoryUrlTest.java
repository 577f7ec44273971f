package dev.deft.tools.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepositoryUrlTest {

    @Test
    void readsWhatPeopleCopy() throws Exception {
        assertThat(RepositoryUrl.parse("https://Example.org/a/b.git"))
                .isEqualTo(
                        new RepositoryUrl.Web(
                                "https", "example.org", 443, "https://example.org/a/b.git"));
        assertThat(RepositoryUrl.parse("http://[::1]:8080/x?y=1"))
                .isEqualTo(new RepositoryUrl.Web("http", "[::1]", 8080, "http://[::1]:8080/x?y=1"));
        assertThat(RepositoryUrl.parse("git@example.org:a/b.git"))
                .isEqualTo(
                        new RepositoryUrl.Ssh(
                                "example.org", 22, "ssh://git@example.org:22/a/b.git"));
        assertThat(RepositoryUrl.parse("ssh://example.org:2222/a"))
                .isEqualTo(
                        new RepositoryUrl.Ssh("example.org", 2222, "ssh://git@example.org:2222/a"));
        assertThat(RepositoryUrl.parse("file:///a%20b/c"))
                .isEqualTo(new RepositoryUrl.Local("/a b/c"));
    }

    @Test
    void namesTheDirectoryAfterTheRepository() throws Exception {
        assertThat(RepositoryUrl.parse("https://example.org/a/b.git").name()).isEqualTo("b");
        assertThat(RepositoryUrl.parse("https://example.org/a/b/?x=/y").name()).isEqualTo("b");
        assertThat(RepositoryUrl.parse("file:///x/project/.git").name()).isEqualTo("project");
        assertThat(RepositoryUrl.parse("https://example.org/..").name()).isEmpty();
        assertThat(RepositoryUrl.parse("https://example.org").name()).isEmpty();
        assertThat(RepositoryUrl.parse("https://example.org/-x").name()).isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ext::sh",
                "ext::sh -c id",
                "fd::17",
                "http::http://example.org/x",
                "--upload-pack=id",
                "-x",
                "/etc/x",
                "../x",
                "x",
                "git://example.org/x",
                "ftp://example.org/x",
                "https://",
                "https:///x",
                "https://user@example.org/x",
                "https://user:secret@example.org/x",
                "https://example.org:0/x",
                "https://example.org:70000/x",
                "https://example.org/x#y",
                "https://example.org/a b",
                "https://example.org/a\nb",
                "https://-oProxyCommand=id/x",
                "ssh://-oProxyCommand=id/x",
                "ssh://git@-oProxyCommand=id/x",
                "ssh://git:secret@example.org/x",
                "ssh://-l@example.org/x",
                "ssh://git@example.org/-x",
                "ssh://git@example.org",
                "-l@example.org:x",
                "git@example.org:-x",
                "file://other/x",
                "file:"
            })
    void refusesEverythingElse(String url) {
        assertThatThrownBy(() -> RepositoryUrl.parse(url))
                .isInstanceOfSatisfying(
                        HostException.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_ARGUMENTS));
    }

    /// Whatever is accepted reaches git as one of three schemes, with the host that was judged.
    @Test
    void givesGitNothingButWhatWasJudged() {
        String[] parts = {
            "https://",
            "ssh://",
            "file://",
            "http:",
            "//",
            "::",
            "ext",
            "@",
            ":",
            "-",
            "/",
            "a",
            "x.y",
            "%2f",
            "[::1]",
            "22",
            "?",
            "#",
            "\\",
            "'",
            "$(id)",
            "`id`",
            "..",
            " ",
            "\t",
            "é"
        };
        var random = new Random(11);
        int accepted = 0;
        for (int i = 0; i < 200_000; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(8); n >= 0; n--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            try {
                check(RepositoryUrl.parse(text.toString()));
                accepted++;
            } catch (HostException _) {
                // Most of them are no URLs.
            }
        }
        assertThat(accepted).isGreaterThan(1_000);
    }

    private static void check(RepositoryUrl url) {
        switch (url) {
            case RepositoryUrl.Web(String scheme, String host, int port, String text) ->
                    assertThat(text)
                            .matches(
                                    "(?s)"
                                            + scheme
                                            + "://\\Q"
                                            + host
                                            + "\\E(:"
                                            + port
                                            + ")?([/?].*)?")
                            .doesNotContain("::http", " ", "\n");
            case RepositoryUrl.Ssh(String host, int port, String text) ->
                    assertThat(text)
                            .matches(
                                    "(?s)ssh://[A-Za-z0-9._][A-Za-z0-9._-]*@\\Q"
                                            + host
                                            + "\\E:"
                                            + port
                                            + "/[^-].*");
            case RepositoryUrl.Local(String path) -> assertThat(path).isNotEmpty();
        }
    }
}
