package dev.deft.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.mcp.Revision;
import dev.deft.mcp.oauth.ConformanceSignIn;
import dev.deft.protocols.ConformanceSuite;
import dev.deft.protocols.ConformanceVerdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the official suite says about the client: all that a revision demands, and some of what it
/// does not.
@Tag("slow")
class ClientConformanceTest {

    private static final List<String> MORE =
            List.of(
                    "json-schema-2020-12-preservation",
                    "auth/client-credentials-basic",
                    "auth/client-credentials-jwt");

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({"V2025_11_25, 18/18", "V2026_07_28, 32/32"})
    void passesTheScenariosOf(Revision revision, String score) throws Exception {
        var signIn = new ConformanceSignIn(directory.resolve("home"));
        Path results = Files.createDirectory(directory.resolve("results"));
        ConformanceVerdict verdict =
                ConformanceSuite.client(
                        revision, new ScenarioClient(signIn::authorization), results);
        verdict.assertRequired();
        verdict.assertGood(MORE);
        assertThat(verdict.score()).isEqualTo(score);
        assertThat(verdict.required().stream().map(it -> verdict.scenarios().get(it)))
                .allMatch(it -> it.warned() == 0);
    }
}
