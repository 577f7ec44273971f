package dev.deft.protocols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.mcp.Revision;
import dev.deft.protocols.ConformanceScenario.Check;
import dev.deft.protocols.ConformanceSuite.Side;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The judge can say no.
@Tag("slow")
class ConformanceSuiteTest {

    private static final Check PASSED = new Check("a", "SUCCESS", "fine");
    private static final Check SCHEMA = new Check("wire-schema-valid", "SUCCESS", "fine");
    private static final Check FAILED = new Check("b", "FAILURE", "not fine");
    private static final Check SKIPPED = new Check("c", "SKIPPED", "not tried");

    @TempDir Path directory;

    @Test
    void knowsWhatEachRevisionDemands() throws Exception {
        assertThat(ConformanceSuite.required(Side.SERVER, Revision.V2025_11_25)).hasSize(30);
        assertThat(ConformanceSuite.required(Side.SERVER, Revision.V2026_07_28)).hasSize(37);
        assertThat(ConformanceSuite.required(Side.CLIENT, Revision.V2025_11_25)).hasSize(18);
        assertThat(ConformanceSuite.required(Side.CLIENT, Revision.V2026_07_28))
                .hasSize(32)
                .startsWith("tools_call")
                .endsWith("json-schema-ref-no-deref");
    }

    private static ConformanceVerdict verdict(List<Check> checks) {
        return new ConformanceVerdict(
                List.of("one"), Map.of("one", new ConformanceScenario("one", checks, "")), "");
    }

    @Test
    void acceptsWhatWasCheckedAndDidNotFail() {
        assertThatCode(verdict(List.of(PASSED, SCHEMA, SKIPPED))::assertRequired)
                .doesNotThrowAnyException();
    }

    @Test
    void refusesAFailedCheck() {
        assertThatThrownBy(verdict(List.of(PASSED, FAILED))::assertRequired)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("FAILURE b: not fine");
    }

    @Test
    void refusesAScenarioThatCheckedNothing() {
        assertThatThrownBy(verdict(List.of())::assertRequired).isInstanceOf(AssertionError.class);
        assertThatThrownBy(verdict(List.of(SCHEMA))::assertRequired)
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(verdict(List.of(SKIPPED))::assertRequired)
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void refusesAScenarioThatDidNotRun() {
        assertThatThrownBy(
                        new ConformanceVerdict(List.of("one"), Map.of(), "Error in one: why")
                                ::assertRequired)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("one: did not run")
                .hasMessageContaining("why");
        assertThatThrownBy(new ConformanceVerdict(List.of(), Map.of(), "")::assertRequired)
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void judgesAServerOfOthers() throws Exception {
        int port = freePort();
        ProcessBuilder command =
                new ProcessBuilder(NodeKit.server(NodeKit.Server.EVERYTHING, "streamableHttp"))
                        .redirectErrorStream(true);
        try (NodeKit.Running server =
                NodeKit.start(command, Map.of("PORT", Integer.toString(port)))) {
            awaitLine(server.process(), "listening");
            URI url = URI.create("http://127.0.0.1:" + port + "/mcp");
            ConformanceVerdict ping =
                    ConformanceSuite.server(Revision.V2025_11_25, url, directory, "ping");
            assertThatCode(() -> ping.assertGood(List.of("ping"))).doesNotThrowAnyException();
            assertThat(ping.score()).isEqualTo("1/30");
            assertThatThrownBy(ping::assertRequired).isInstanceOf(AssertionError.class);
        }
    }

    private static int freePort() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitLine(Process process, String part) throws Exception {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains(part)) {
                return;
            }
        }
        throw new AssertionError("it ended without saying " + part);
    }

    @Test
    void judgesAClientWithAllScenariosAndSeesThatItDoesNothing() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        ConformanceVerdict verdict =
                ConformanceSuite.client(
                        Revision.V2025_11_25,
                        order -> {
                            seen.add(order.scenario());
                            throw new IllegalStateException("no client");
                        },
                        directory);
        assertThat(seen).containsAll(ConformanceSuite.required(Side.CLIENT, Revision.V2025_11_25));
        assertThat(verdict.score()).isEqualTo("0/18");
        assertThat(verdict.scenarios()).containsKeys("initialize", "auth/metadata-default");
        assertThatThrownBy(verdict::assertRequired).hasMessageContaining("no client");
    }
}
