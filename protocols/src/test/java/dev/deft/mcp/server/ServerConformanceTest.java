package dev.deft.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.mcp.Revision;
import dev.deft.protocols.ConformanceSuite;
import dev.deft.protocols.ConformanceVerdict;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The server before the official judge.
final class ServerConformanceTest {

    @ParameterizedTest
    @CsvSource({"V2025_11_25, 30", "V2026_07_28, 37"})
    void itPassesAllRequiredScenarios(Revision revision, int required, @TempDir Path directory)
            throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        Path results = Files.createDirectory(directory.resolve("results"));

        ConformanceVerdict verdict;
        try (ConformanceServer server = ConformanceServer.start(root, 0)) {
            verdict = ConformanceSuite.server(revision, URI.create(server.url()), results);
        }

        verdict.assertRequired();
        assertThat(verdict.score()).isEqualTo(required + "/" + required);
    }
}
