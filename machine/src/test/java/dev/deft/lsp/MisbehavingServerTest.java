package dev.deft.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.LanguageServers;
import dev.deft.host.LanguageServers.Place;
import dev.deft.host.LanguageServers.Position;
import dev.deft.host.LanguageServers.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class MisbehavingServerTest {

    private static final Position START = new Position(0, 0);

    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hangs         | TIMEOUT     | did not answer textDocument/definition within 3 s",
                "never-ready   | TIMEOUT     | did not answer initialize within 3 s",
                "dies-at-start | UNAVAILABLE | it ended with exit code 3: cannot find the project",
                "garbage       | UNAVAILABLE | it sent a message that cannot be read",
                "huge-frame    | UNAVAILABLE | it sent a message of 2147483647 bytes",
                "deep          | UNAVAILABLE | it sent a message that cannot be read",
                "no-header     | UNAVAILABLE | it printed something that is not the protocol",
                "other-columns | UNAVAILABLE | counts columns in utf-8",
                "dies          | UNAVAILABLE | it ended with exit code 7",
            })
    void isToldInOneSentence(String mode, ErrorCode code, String message) throws Exception {
        try (var odd = new OddServer(directory, mode)) {
            Source file = odd.source("a.odd", "one two\n");
            assertFails(() -> odd.call().definitions(file, START), code)
                    .hasMessageContaining(message)
                    .hasMessageStartingWith("The language server odd ");
        }
    }

    /// A question to a server.
    @FunctionalInterface
    private interface Question {

        void ask() throws IOException, InterruptedException;
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertFails(
            Question question, ErrorCode code) {
        return assertThatThrownBy(question::ask)
                .isInstanceOfSatisfying(
                        HostException.class, it -> assertThat(it.code()).isEqualTo(code));
    }

    @Test
    void isUnderstoodAfterLinesThatAreNotTheProtocol() throws Exception {
        try (var odd = new OddServer(directory, "chatty")) {
            Source file = odd.source("a.odd", "one two\n");
            assertThat(odd.call().definitions(file, START))
                    .containsExactly(new Place("a.odd", false, START, new Position(0, 3)));
        }
    }

    @Test
    void costsBoundedMemoryWhenItFloods() throws Exception {
        try (var odd = new OddServer(directory, "flood")) {
            Source file = odd.source("a.odd", "one two\n");
            LanguageServers servers = odd.call();
            assertThat(servers.references(file, START)).hasSize(Answers.MOST);
        }
    }

    @Test
    void isAskedAgainOnlyAfterAPauseWhenItKeepsDying() throws Exception {
        try (var odd = new OddServer(directory, "dies")) {
            Source file = odd.source("a.odd", "one two\n");
            Question question = () -> odd.call().definitions(file, START);
            assertFails(question, ErrorCode.UNAVAILABLE).hasMessageContaining("exit code 7");
            assertFails(question, ErrorCode.UNAVAILABLE)
                    .hasMessageContaining(
                            "because it ended with exit code 7; it can be started again in");
            odd.clock().advance(java.time.Duration.ofMinutes(2));
            assertFails(question, ErrorCode.UNAVAILABLE).hasMessageContaining("exit code 7");
        }
    }

    @Test
    void namesPlacesOutsideTheWorkspaceAsSuch() throws Exception {
        try (var odd = new OddServer(directory, "outside")) {
            Source file = odd.source("a.odd", "one two\n");
            assertThat(odd.call().definitions(file, START))
                    .extracting(Place::outside)
                    .containsExactly(true, true, true);
        }
    }

    @Test
    void cannotMakeUsUseAnIncompleteAnswer() throws Exception {
        try (var odd = new OddServer(directory, "lies")) {
            Source file = odd.source("a.odd", "one two\n");
            assertThat(odd.call().definitions(file, START))
                    .containsExactly(
                            new Place(
                                    "a.odd",
                                    false,
                                    new Position(1_000_000, 5),
                                    new Position(1_000_000, 6)),
                            new Place("a.odd", false, START, START));
        }
    }

    @Test
    void getsFactsButNoEffects() throws Exception {
        try (var odd = new OddServer(directory, "asks")) {
            Source file = odd.source("a.odd", "one two\n");
            assertThat(odd.call().hover(file, START))
                    .contains(
                            """
                            {"applied":false,"settings":[null,null],"registered":null,"folders":1,"unknown":-32601}\
                            """);
        }
    }

    @Test
    void cannotMoveFilesByARename() throws Exception {
        try (var odd = new OddServer(directory, "moves-files")) {
            Source file = odd.source("a.odd", "one two\n");
            assertFails(() -> odd.call().rename(file, START, "three"), ErrorCode.REFUSED)
                    .hasMessageContaining("nothing was changed");
        }
    }

    @Test
    void marksEditsOutsideTheWorkspace() throws Exception {
        try (var odd = new OddServer(directory, "renames-outside")) {
            Source file = odd.source("a.odd", "one two\n");
            assertThat(odd.call().rename(file, START, "three"))
                    .extracting(LanguageServers.FileEdit::path, LanguageServers.FileEdit::outside)
                    .containsExactly(org.assertj.core.api.Assertions.tuple("/etc/hosts", true));
        }
    }

    @Test
    void isGivenUpOnWhenItNeverChecksAFile() throws Exception {
        try (var odd = new OddServer(directory, "silent")) {
            Source file = odd.source("a.odd", "one bad\n");
            assertFails(() -> odd.call().diagnostics(file), ErrorCode.TIMEOUT)
                    .hasMessageContaining("has reported nothing about this file");
        }
    }

    @Test
    void sendsErrorsThatAreShownAsTheyAre() throws Exception {
        try (var odd = new OddServer(directory, "usual")) {
            Source file = odd.source("a.odd", "one two\n");
            assertFails(() -> odd.call().symbols(file), ErrorCode.REFUSED)
                    .hasMessage("The language server odd says: odd servers do not do that");
            assertThat(List.of(odd.call().definitions(file, START))).hasSize(1);
        }
    }
}
