package dev.deft.server.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.server.access.AccessScope;
import dev.deft.server.store.TokenStore.StoredToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tokens in a file that several processes use.
class FileTokensTest {

    @TempDir private Path directory;

    private static StoredToken token(String id) {
        return new StoredToken(
                id,
                "00ff",
                "Ada \"Countess\" 🌍",
                Set.of(AccessScope.LOOK, AccessScope.ADMINISTER),
                Optional.of(Set.of("a", "b")),
                Instant.parse("2030-01-01T00:00:00Z"),
                Optional.of(Instant.parse("2031-01-01T00:00:00Z")),
                true);
    }

    @Test
    void aTokenIsReadAsItWasWritten() throws IOException {
        new FileTokens(directory).add(token("one"));
        var plain =
                new StoredToken(
                        "two",
                        "11",
                        "bob",
                        Set.of(AccessScope.SPEAK),
                        Optional.empty(),
                        Instant.EPOCH,
                        Optional.empty(),
                        false);
        new FileTokens(directory).add(plain);
        assertThat(new FileTokens(directory).list()).containsExactly(token("one"), plain);
        assertThat(new FileTokens(directory).find("two")).contains(plain);
        assertThat(new FileTokens(directory).find("three")).isEmpty();
    }

    @Test
    void anotherProcessSeesAChangeAtOnce() throws IOException {
        var server = new FileTokens(directory);
        var command = new FileTokens(directory);
        assertThat(server.list()).isEmpty();
        for (int i = 0; i < 50; i++) {
            command.add(token("same"));
            assertThat(server.find("same")).isPresent();
            assertThat(command.remove("same")).isTrue();
            assertThat(server.find("same")).isEmpty();
        }
    }

    @Test
    void anIdIsTakenOnce() throws IOException {
        var tokens = new FileTokens(directory);
        tokens.add(token("one"));
        assertThatThrownBy(() -> tokens.add(token("one")))
                .isInstanceOf(IOException.class)
                .hasMessage("There is a token one already.");
    }

    @Test
    void ofManyWhoRemoveATokenOneDoes() throws Exception {
        new FileTokens(directory).add(token("one"));
        List<Callable<Boolean>> removals = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            removals.add(() -> new FileTokens(directory).remove("one"));
        }
        int removed = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Boolean> it : threads.invokeAll(removals)) {
                removed += it.get() ? 1 : 0;
            }
        }
        assertThat(removed).isEqualTo(1);
    }

    @Test
    void aDamagedFileIsNotTakenForAnEmptyOne() throws IOException {
        Path file = directory.resolve("tokens.json");
        for (String text :
                List.of("", "{", "{}", "{\"tokens\":1}", "{\"tokens\":[{\"id\":\"x\"}]}")) {
            Files.writeString(file, text);
            assertThatThrownBy(() -> new FileTokens(directory).list())
                    .as(text)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is damaged");
            assertThatThrownBy(() -> new FileTokens(directory).add(token("one")))
                    .isInstanceOf(IOException.class);
            assertThat(file).hasContent(text);
        }
    }
}
