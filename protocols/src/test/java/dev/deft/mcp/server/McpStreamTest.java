package dev.deft.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.json.Json;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.http.HttpAccess;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The server on a pair of streams: both eras on one connection, tools, resources, prompts.
final class McpStreamTest {

    private Path root;
    private McpTestWorkspace served;
    private StreamClient client;

    @BeforeEach
    void serve(@TempDir Path directory) throws IOException {
        root = directory.toRealPath();
        Files.writeString(root.resolve("poem.txt"), "one\ntwo\n");
        Files.createDirectories(root.resolve(".deft/commands"));
        Files.writeString(
                root.resolve(".deft/commands/review.md"),
                "---\ndescription: Reviews a file\nargument-hint: FILE\n---\nReview $ARGUMENTS with @poem.txt\n");
        served = new McpTestWorkspace(root, HttpAccess.ofEveryLocalProgram(), new McpCallers());
        client = new StreamClient(served.server(), _ -> Json.Obj.EMPTY);
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        served.close();
    }

    @Test
    void bothErasShareAConnection() throws Exception {
        Json.Obj discovered = client.modern("server/discover", "{}", "");
        Json.Obj initialized = client.initialize("2025-03-26", "{}");
        Json.Obj listed = client.request("tools/list", "{}");
        Json.Obj modern = client.modern("tools/list", "{}", "");

        assertThat(discovered.find("supportedVersions"))
                .contains(Json.Arr.ofTexts(List.of("2026-07-28")));
        assertThat(initialized.text("protocolVersion")).contains("2025-03-26");
        assertThat(listed.find("resultType")).isEmpty();
        assertThat(modern.text("resultType")).contains("complete");
        assertThat(modern.find("cacheScope")).contains(new Json.Str("private"));
    }

    @Test
    void aRequestBeforeEitherEraIsRefused() {
        assertThatThrownBy(() -> client.request("tools/list", "{}"))
                .isInstanceOf(RpcException.class)
                .hasMessageContaining("initialize");
    }

    @Test
    void toolsSayWhatTheyDo() throws Exception {
        Json.Obj first = client.modern("tools/list", "{}", "");
        Json.Obj second = client.modern("tools/list", "{}", "");

        assertThat(first).as("always in the same order").isEqualTo(second);
        assertThat(tool(first, "read").find("annotations").orElseThrow().toString())
                .contains("\"readOnlyHint\":true")
                .contains("\"openWorldHint\":false");
        assertThat(tool(first, "delete_file").find("annotations").orElseThrow().toString())
                .contains("\"readOnlyHint\":false")
                .contains("\"destructiveHint\":true");
        assertThat(tool(first, "web_fetch").find("annotations").orElseThrow().toString())
                .contains("\"openWorldHint\":true");
    }

    private static Json.Obj tool(Json.Obj listed, String name) {
        return ((Json.Arr) listed.find("tools").orElseThrow())
                .items().stream()
                        .map(Json.Obj.class::cast)
                        .filter(it -> it.text("name").orElse("").equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void olderRevisionsGetNoNewerFields() throws Exception {
        var _ = client.initialize("2024-11-05", "{}");
        Json.Obj listed = client.request("tools/list", "{}");
        Json.Obj called =
                client.request("tools/call", "{'name':'read','arguments':{'path':'poem.txt'}}");

        assertThat(tool(listed, "read").fields().keySet())
                .containsExactly("name", "description", "inputSchema");
        assertThat(called.fields().keySet()).containsExactly("content");
    }

    @Test
    void errorsOfToolsAreResults() throws Exception {
        var _ = client.initialize("2025-11-25", "{}");
        Json.Obj missing =
                client.request("tools/call", "{'name':'read','arguments':{'path':'none.txt'}}");
        Json.Obj wrong = client.request("tools/call", "{'name':'read','arguments':{'nope':1}}");

        assertThat(missing.find("isError")).contains(new Json.Bool(true));
        assertThat(wrong.find("isError")).contains(new Json.Bool(true));
        assertThatThrownBy(() -> client.request("tools/call", "{'name':'no_such_tool'}"))
                .isInstanceOf(RpcException.class)
                .hasMessageContaining("no_such_tool");
    }

    @Test
    void filesAreResources() throws Exception {
        var _ = client.initialize("2025-11-25", "{}");
        String uri = root.resolve("poem.txt").toUri().toString();
        Json.Obj listed = client.request("resources/list", "{}");
        Json.Obj read = client.request("resources/read", "{'uri':'%s'}".formatted(uri));

        assertThat(listed.toString()).contains(uri);
        assertThat(read.toString()).contains("\"text\":\"one\\ntwo\\n\"");
        for (String other :
                List.of(
                        "file:///etc/passwd",
                        root.toUri() + "../../etc/passwd",
                        "file:///no/such")) {
            assertThatThrownBy(
                            () -> client.request("resources/read", "{'uri':'%s'}".formatted(other)))
                    .as(other)
                    .isInstanceOf(RpcException.class);
        }
    }

    @Test
    void aLongFileIsReadAsAWhole() throws Exception {
        var text = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            text.append("line ").append(i).append('\n');
        }
        Files.writeString(root.resolve("long.txt"), text);

        Json.Obj read =
                client.modern(
                        "resources/read",
                        "{}",
                        "'uri':'%s'".formatted(root.resolve("long.txt").toUri()));

        Json.Obj content =
                (Json.Obj) ((Json.Arr) read.find("contents").orElseThrow()).items().getFirst();
        assertThat(content.text("text")).contains(text.toString());
        assertThat(read.find("ttlMs")).contains(Json.Num.of(0));
    }

    @Test
    void commandsAndSkillsArePrompts() throws Exception {
        var _ = client.initialize("2025-11-25", "{}");
        Json.Obj listed = client.request("prompts/list", "{}");
        Json.Obj command =
                client.request(
                        "prompts/get", "{'name':'review','arguments':{'arguments':'src/A.java'}}");
        Json.Obj skill = client.request("prompts/get", "{'name':'customize-deft'}");

        assertThat(listed.toString()).contains("\"review\"").contains("Reviews a file");
        assertThat(command.toString()).contains("Review src/A.java").contains("one\\ntwo");
        assertThat(skill.toString()).contains("# Customize Deft");
        assertThatThrownBy(() -> client.request("prompts/get", "{'name':'none'}"))
                .isInstanceOf(RpcException.class);
    }

    @Test
    void pathsAreCompleted() throws Exception {
        String template =
                ((Json.Obj)
                                ((Json.Arr)
                                                client.modern("resources/templates/list", "{}", "")
                                                        .find("resourceTemplates")
                                                        .orElseThrow())
                                        .items()
                                        .getFirst())
                        .text("uriTemplate")
                        .orElseThrow();
        Json.Obj completed =
                client.modern(
                        "completion/complete",
                        "{}",
                        "'ref':{'type':'ref/resource','uri':'%s'},'argument':{'name':'path','value':'po'}"
                                .formatted(template));

        assertThat(completed.find("completion").orElseThrow().toString())
                .contains("\"values\":[\"poem.txt\"]");
    }

    @Test
    void progressArrivesBeforeTheResult() throws Exception {
        Json.Obj once =
                Json.Obj.EMPTY
                        .with("action", "accept")
                        .with("content", Json.Obj.EMPTY.with("decision", "once"));
        try (var asked = new StreamClient(served.server(), _ -> once)) {
            var _ = asked.initialize("2025-11-25", "{'elicitation':{}}");
            var _ =
                    asked.request(
                            "tools/call",
                            "{'name':'bash','arguments':{'command':'echo one; echo two'},'_meta':{'progressToken':'p'}}");

            assertThat(asked.notifications())
                    .anyMatch(it ->
                            it.startsWith("notifications/progress")
                                    && it.contains("\"progressToken\":\"p\""));
        }
    }

    @Test
    void aCursorThatIsNotOursIsRefused() {
        assertThatThrownBy(() -> client.modern("tools/list", "{}", "'cursor':'bogus'"))
                .isInstanceOf(RpcException.class)
                .hasMessageContaining("cursor");
    }

    @Test
    void aSubscriptionOnStreamsCarriesItsId() throws Exception {
        Thread listening = listen("'promptsListChanged':true");
        await("notifications/subscriptions/acknowledged");
        served.server().toolsChanged();
        served.server().promptsChanged();
        await("notifications/prompts/list_changed");

        assertThat(client.notifications())
                .noneMatch(it -> it.startsWith("notifications/tools"))
                .allMatch(it -> it.contains("io.modelcontextprotocol/subscriptionId"));
        listening.interrupt();
        listening.join();
    }

    /// A change of the same moment as the acknowledgement is not lost.
    @Test
    void everySubscriptionThatWasAcknowledgedIsTold() throws Exception {
        List<Thread> listening = new ArrayList<>();
        for (int i = 1; i <= 50; i++) {
            listening.add(listen("'promptsListChanged':true"));
            await("notifications/subscriptions/acknowledged", i);
            client.notifications().removeIf(it -> it.startsWith("notifications/prompts"));
            served.server().promptsChanged();
            await("notifications/prompts/list_changed", i);
        }
        for (Thread it : listening) {
            it.interrupt();
            it.join();
        }
    }

    @Test
    void aResourceIsWatchedFromItsSubscriptionOn() throws Exception {
        var _ = client.initialize("2025-11-25", "{}");
        Path file = root.resolve("poem.txt");
        var _ = client.request("resources/subscribe", "{'uri':'%s'}".formatted(file.toUri()));
        Files.writeString(file, "changed once");

        await("notifications/resources/updated");
    }

    private Thread listen(String notifications) {
        return Thread.ofVirtual()
                .start(() -> {
                    try {
                        var _ =
                                client.modern(
                                        "subscriptions/listen",
                                        "{}",
                                        "'notifications':{%s}".formatted(notifications));
                    } catch (RpcException | IOException | InterruptedException _) {
                        // The test is over.
                    }
                });
    }

    private void await(String notification) throws InterruptedException {
        await(notification, 1);
    }

    private void await(String notification, int times) throws InterruptedException {
        while (client.notifications().stream().filter(it -> it.startsWith(notification)).count()
                < times) {
            if (Thread.interrupted()) {
                throw new InterruptedException(notification + ": " + client.notifications());
            }
            Thread.onSpinWait();
        }
    }
}
