package dev.deft.mcp.client;

import dev.deft.mcp.Revision;
import dev.deft.protocols.ConformanceSuite;
import dev.deft.protocols.ConformanceVerdict;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the official suite says about the client, without the scenarios about authorization.
@Tag("slow")
class ClientConformanceTest {

    @TempDir private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void passesTheScenariosOf(Revision revision) throws Exception {
        ConformanceVerdict verdict =
                ConformanceSuite.client(revision, ScenarioClient.open(), directory);
        Stream<String> required =
                verdict.required().stream().filter(it -> !it.startsWith("auth/"));
        verdict.assertGood(
                Stream.concat(required, Stream.of("json-schema-2020-12-preservation")).toList());
    }
}
