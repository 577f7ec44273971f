package dev.deft.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.http.HttpAccess;
import dev.deft.rpc.FrameDamage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients on streams that want to harm the server, or do not know better.
@Tag("slow")
@Timeout(120)
final class HostileStreamTest {

    private static final String INITIALIZE =
            "{'jsonrpc':'2.0','id':%d,'method':'initialize','params':{'protocolVersion':'2025-11-25',"
                    + "'capabilities':{},'clientInfo':{'name':'t','version':'1'}}}";
    private static final List<String> MESSAGES =
            List.of(
                    INITIALIZE,
                    "{'jsonrpc':'2.0','id':%d,'method':'ping'}",
                    "{'jsonrpc':'2.0','id':'%d','method':'tools/list','params':{'cursor':'x'}}",
                    "{'jsonrpc':'2.0','id':%d,'method':'tools/call','params':{'name':'read',"
                            + "'arguments':{'path':'poem.txt'},'_meta':{'progressToken':1}}}",
                    "{'jsonrpc':'2.0','id':%d,'method':'resources/read','params':{'uri':'file:///x'}}",
                    "{'jsonrpc':'2.0','id':%d,'method':'completion/complete','params':{'ref':"
                            + "{'type':'ref/prompt','name':'x'},'argument':{'name':'a','value':'b'}}}",
                    "{'jsonrpc':'2.0','id':%d,'method':'server/discover','params':{'_meta':"
                            + "{'io.modelcontextprotocol/protocolVersion':'2026-07-28'}}}",
                    "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':%d}}",
                    "{'jsonrpc':'2.0','id':%d,'result':{'action':'accept','content':{}}}");
    private static final String LAST = "{'jsonrpc':'2.0','id':'last','method':'ping'}";

    @TempDir Path root;
    private McpTestWorkspace served;
    private Socket near;
    private BufferedReader in;
    private final CountDownLatch ended = new CountDownLatch(1);

    @BeforeEach
    void serve() throws IOException {
        Files.writeString(root.resolve("poem.txt"), "one\ntwo\n");
        served = new McpTestWorkspace(root, HttpAccess.ofEveryLocalProgram(), new McpCallers());
        near = connect(ended);
        in =
                new BufferedReader(
                        new InputStreamReader(near.getInputStream(), StandardCharsets.UTF_8));
    }

    private Socket connect(CountDownLatch end) throws IOException {
        try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var socket = new Socket(listening.getInetAddress(), listening.getLocalPort());
            Socket far = listening.accept();
            Thread.ofVirtual().start(() -> serve(far, end));
            return socket;
        }
    }

    private void serve(Socket far, CountDownLatch end) {
        try (far) {
            served.server().serve(far.getInputStream(), far.getOutputStream());
        } catch (IOException | InterruptedException _) {
            // The client is gone.
        } finally {
            end.countDown();
        }
    }

    @AfterEach
    void end() throws Exception {
        near.close();
        ended.await();
        served.close();
    }

    private void say(String line) throws IOException {
        say(near, (line.replace('\'', '"') + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void say(Socket socket, byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
    }

    /// Waits for the answer to the last message.
    private String hear(String part) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.contains(part)) {
                return line;
            }
        }
        throw new IOException("the server has ended");
    }

    @Test
    void damagedMessagesDoNotEndTheServer() throws Exception {
        var damage =
                new FrameDamage(MESSAGES.stream().map(it -> it.replace('\'', '"')).toList(), 14L);
        Thread reader = Thread.ofVirtual().start(this::hearTheLast);
        for (int i = 0; i < 10_000; i++) {
            say(near, damage.next(i));
        }
        say(LAST);
        reader.join();
        assertThat(last).contains("\"result\":{}");
    }

    private volatile String last = "";

    /// Asks again while the server is busy with what arrived before.
    private void hearTheLast() {
        try {
            last = hear("\"id\":\"last\"");
            while (last.contains("-32000")) {
                say(LAST);
                last = hear("\"id\":\"last\"");
            }
        } catch (IOException e) {
            last = e.toString();
        }
    }

    @Test
    void aLineWithoutEndIsNotKept() throws Exception {
        byte[] piece = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 200; i++) {
            say(near, piece);
        }
        say("");
        assertThat(hear("error")).contains("-32600", "at most");
        say(LAST);
        assertThat(hear("last")).contains("\"result\":{}");
    }

    @Test
    void aClientThatReadsNothingHoldsUpNobody() throws Exception {
        var deafEnd = new CountDownLatch(1);
        Socket deaf = connect(deafEnd);
        Thread flood = Thread.ofVirtual().start(() -> flood(deaf));
        say(INITIALIZE.formatted(1));
        hear("\"id\":1");
        for (int i = 0; i < 20; i++) {
            say("{'jsonrpc':'2.0','id':'t%d','method':'tools/list'}".formatted(i));
            assertThat(hear("\"t" + i + "\"")).contains("\"result\"");
        }
        deaf.close();
        flood.join();
        deafEnd.await();
    }

    private static void flood(Socket deaf) {
        byte[] list =
                "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/list\"}\n"
                        .formatted(System.nanoTime())
                        .getBytes(StandardCharsets.UTF_8);
        try {
            say(
                    deaf,
                    (INITIALIZE.formatted(1).replace('\'', '"') + "\n")
                            .getBytes(StandardCharsets.UTF_8));
            while (true) {
                say(deaf, list);
            }
        } catch (IOException _) {
            // It was closed.
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'tools/call','params':{}",
                "'tools/call','params':{'name':7}",
                "'tools/call','params':{'name':'read','arguments':[]}",
                "'tools/call','params':{'name':'read','arguments':{'path':{}}}",
                "'tools/call','params':{'name':'read','arguments':{'path':'/etc/passwd'}}",
                "'tools/call','params':{'name':'read','arguments':{'path':'../../../../../../etc/passwd'}}",
                "'tools/call','params':{'name':'no_such_tool'}",
                "'resources/read','params':{'uri':'file:///etc/passwd'}",
                "'resources/read','params':{'uri':'file:///%2e%2e/etc/passwd'}",
                "'resources/read','params':{'uri':'file://evil.example/etc/passwd'}",
                "'resources/read','params':{'uri':'/etc/passwd'}",
                "'resources/read','params':{'uri':'http://127.0.0.1/'}",
                "'resources/read','params':{'uri':'\\u0000'}",
                "'resources/read','params':{}",
                "'prompts/get','params':{'name':'../../etc/passwd'}",
                "'completion/complete','params':{'ref':[],'argument':7}",
                "'logging/setLevel','params':{'level':'loud'}",
                "'initialize','params':{'protocolVersion':[]}",
                "'no/such/method'"
            })
    void wrongRequestsGetErrorsAndNoSecrets(String request) throws Exception {
        say(INITIALIZE.formatted(1));
        hear("\"id\":1");
        say("{'jsonrpc':'2.0','id':'wrong','method':" + request + "}");
        String answer = hear("\"wrong\"");
        assertThat(answer)
                .doesNotContain("root:x:", "An error inside Deft")
                .containsAnyOf("\"error\"", "\"isError\":true", "\"protocolVersion\"");
        say(LAST);
        assertThat(hear("last")).contains("\"result\":{}");
    }

    @Test
    void aCommandThatNobodyApprovedDoesNotRun(@TempDir Path other) throws Exception {
        Path file = other.resolve("made");
        say(INITIALIZE.formatted(1));
        hear("\"id\":1");
        for (String command :
                List.of(
                        "touch " + file,
                        "echo x > " + file,
                        "touch made; rm poem.txt",
                        "cat /etc/passwd")) {
            say(
                    "{'jsonrpc':'2.0','id':'c','method':'tools/call','params':{'name':'bash','arguments':{'command':'%s'}}}"
                            .formatted(command));
            assertThat(hear("\"c\"")).contains("permission_denied").doesNotContain("root:x:");
        }
        assertThat(file).doesNotExist();
        assertThat(root.resolve("made")).doesNotExist();
        assertThat(root.resolve("poem.txt")).exists();
    }

    @Test
    void aClientThatGoesAwayEndsItsRequests() throws Exception {
        say(INITIALIZE.formatted(1));
        hear("\"id\":1");
        for (int i = 0; i < 100; i++) {
            say("{'jsonrpc':'2.0','id':'t%d','method':'tools/list'}".formatted(i));
        }
        near.close();
        ended.await();
    }
}
