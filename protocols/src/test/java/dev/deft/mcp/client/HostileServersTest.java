package dev.deft.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.config.McpServer;
import dev.deft.host.ErrorCode;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Servers that hang, flood, die or lie never take the agent with them.
@Timeout(60)
class HostileServersTest {

    @TempDir private Path root;

    private Path file() {
        return root.resolve("file");
    }

    private static ErrorCode code(Envelope envelope) {
        return envelope.result() instanceof ToolResult.Failure failure
                ? failure.code()
                : ErrorCode.INTERNAL;
    }

    /// A server whose calls may take a second.
    private static McpServer.Program brief(McpServer.Program it) {
        return new McpServer.Program(
                it.name(),
                it.command(),
                it.arguments(),
                it.environment(),
                it.directory(),
                OptionalInt.of(1_000));
    }

    private void awaitFile() throws InterruptedException {
        ServerDesk.until(() -> Files.exists(file()));
    }

    @Test
    void endsACallThatHangsAndTellsTheServer() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(root, brief(MisbehavingServer.of("hanging", file().toString())))) {
            Envelope result = desk.session.call("fake_go", Map.of());
            assertThat(code(result)).isEqualTo(ErrorCode.TIMEOUT);
            awaitFile();
        }
    }

    @Test
    void opensWithAServerThatNeverAnswers() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(
                        root,
                        it -> it.connectingWithin(Duration.ofSeconds(2)),
                        MisbehavingServer.named("mute", "silent"),
                        MisbehavingServer.of("plain"))) {
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
            assertThat(desk.notices)
                    .singleElement()
                    .asString()
                    .startsWith("The MCP server mute cannot be used: There was no answer");
        }
    }

    @Test
    void doesNotBlockOnAServerThatDoesNotRead() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, brief(MisbehavingServer.of("deaf")))) {
            Envelope result = desk.session.call("fake_go", Map.of("text", "z".repeat(5_000_000)));
            assertThat(code(result)).isEqualTo(ErrorCode.TIMEOUT);
        }
    }

    @Test
    void skipsWhatIsNoMessage() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("chatty"))) {
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
        }
    }

    @Test
    void keepsOnlyTheEndOfManyComplaints() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("angry"))) {
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
        }
        Path logs = root.resolve("home/cache/mcp");
        long size = 0;
        try (Stream<Path> all = Files.list(logs)) {
            for (Path it : all.toList()) {
                size += Files.size(it);
            }
        }
        assertThat(Files.readString(logs.resolve("fake.log"))).endsWith("the last complaint\n");
        assertThat(size).isLessThan(600 * 1024);
    }

    @Test
    void givesUpAServerThatSendsAGigabyte() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("huge", "1024"))) {
            Envelope result = desk.session.call("fake_go", Map.of());
            assertThat(code(result)).isEqualTo(ErrorCode.UNAVAILABLE);
        }
    }

    @Test
    void putsALongResultIntoASidecar() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("large"))) {
            Envelope result = desk.session.call("fake_go", Map.of());
            assertThat(result.truncated()).isTrue();
            assertThat(result.text().length()).isLessThan(300_000);
            assertThat(Files.size(result.sidecar().orElseThrow())).isEqualTo(5_000_000);
        }
    }

    @Test
    void survivesAFloodOfNotifications() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("flooding"))) {
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("survived");
        }
    }

    @Test
    void takesTheFirstAnswerWithTheRightId() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("confused"))) {
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("first");
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("first");
        }
    }

    @Test
    void neverRepeatsACallOfAServerThatDied() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(root, MisbehavingServer.of("once", file().toString()))) {
            Envelope result = desk.session.call("fake_go", Map.of());
            assertThat(code(result)).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(result.text()).contains("effects are unknown");
        }
    }

    @Test
    void repeatsACallThatMayBeRepeated() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(root, MisbehavingServer.of("once", file().toString()))) {
            assertThat(desk.session.call("fake_again", Map.of()).text()).isEqualTo("second life");
        }
    }

    @Test
    void startsAServerAgainThatDied() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(root, MisbehavingServer.of("once", file().toString()))) {
            assertThat(desk.session.call("fake_go", Map.of()).failed()).isTrue();
            ServerDesk.until(
                    () -> desk.session.call("fake_go", Map.of()).text().equals("second life"));
        }
    }

    @Test
    void leavesOutToolsThatCannotBe() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("liar"))) {
            assertThat(desk.ids()).containsExactly("fake_good", "fake_far");
            assertThat(desk.notices)
                    .hasSize(10)
                    .anyMatch(it -> it.contains("deep") && it.contains("nested too deeply"))
                    .anyMatch(it -> it.contains("long") && it.contains("schema is too long"));
        }
    }

    @Test
    void refusesNamesThatLookAlike() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("alike"))) {
            assertThat(desk.ids()).containsExactly("fake_read_all", "fake_other");
            assertThat(desk.notices).hasSize(3).allMatch(it -> it.contains("fake_read_all"));
        }
    }

    @Test
    void shortensLongNamesWithoutMixingThemUp() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("long"))) {
            assertThat(desk.ids()).hasSize(2).doesNotHaveDuplicates();
            assertThat(desk.ids()).allMatch(it -> it.length() == 64);
        }
    }

    @Test
    void stopsReadingAnEndlessList() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("endless"))) {
            assertThat(desk.ids()).hasSizeBetween(50, 100);
        }
    }

    @Test
    void refusesARevisionThatNobodyKnows() throws Exception {
        try (ServerDesk desk = ServerDesk.open(root, MisbehavingServer.of("future"))) {
            assertThat(desk.notices).singleElement().asString().contains("2099-01-01");
        }
    }

    @Test
    void saysNoToAServerThatAsksWithoutACall() throws Exception {
        try (ServerDesk _ =
                ServerDesk.open(root, MisbehavingServer.of("early", file().toString()))) {
            awaitFile();
        }
        assertThat(Files.readString(file())).contains("only while a call runs");
    }

    @Test
    void killsAServerThatDoesNotEndWithEverythingItStarted() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(root, MisbehavingServer.of("stubborn", file().toString()))) {
            assertThat(desk.session.call("fake_go", Map.of()).text()).isEqualTo("done");
        }
        for (String pid : Files.readString(file()).split(" ", -1)) {
            ServerDesk.until(() -> !isAlive(pid));
        }
    }

    /// A dead process may wait for its parent to notice.
    private static boolean isAlive(String pid) {
        try {
            return !Files.readString(Path.of("/proc", pid, "stat")).contains(") Z ");
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void showsErrorsOfServersWithoutTheirColors() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(
                        root,
                        MisbehavingServer.named("a", "failing"),
                        MisbehavingServer.named("b", "refusing"),
                        MisbehavingServer.named("c", "nonsense"),
                        MisbehavingServer.named("d", "empty"))) {
            Envelope failing = desk.session.call("a_go", Map.of());
            assertThat(failing.text()).isEqualTo("The disk is full.");
            assertThat(code(failing)).isEqualTo(ErrorCode.REFUSED);
            Envelope refusing = desk.session.call("b_go", Map.of());
            assertThat(refusing.text()).isEqualTo("b says: No such thing");
            assertThat(code(refusing)).isEqualTo(ErrorCode.REFUSED);
            assertThat(desk.session.call("c_go", Map.of()).failed()).isTrue();
            assertThat(desk.session.call("d_go", Map.of()).text()).isEmpty();
        }
    }

    @Test
    void reportsAProgramThatDoesNotExist() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(root, ServerDesk.program("gone", List.of("no-such-program")))) {
            assertThat(desk.notices)
                    .singleElement()
                    .asString()
                    .contains("There is no program no-such-program");
        }
    }
}
