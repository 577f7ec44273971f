package dev.deft.mcp.server;

import static dev.deft.mcp.server.McpTestWorkspace.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.json.Json;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.http.HttpAccess;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the rules leave open is asked through the client, in both eras, or denied.
final class McpApprovalTest {

    private static final String WRITE =
            "'name':'write','arguments':{'path':'new.txt','content':'hello'}";
    private static final String FORMS = "{'elicitation':{}}";

    private final List<RpcCall> asked = new CopyOnWriteArrayList<>();
    private Path file;
    private McpTestWorkspace served;

    @BeforeEach
    void serve(@TempDir Path root) throws IOException {
        file = root.resolve("new.txt");
        Files.writeString(root.resolve("poem.txt"), "one\ntwo\n");
        Files.writeString(root.resolve(".env"), "API_TOKEN=a-secret\n");
        served = new McpTestWorkspace(root, HttpAccess.ofEveryLocalProgram(), new McpCallers());
    }

    @AfterEach
    void close() {
        served.close();
    }

    private StreamClient client(String answer) throws IOException {
        Function<RpcCall, Json.Obj> user =
                call -> {
                    asked.add(call);
                    return json(answer);
                };
        return new StreamClient(served.server(), user);
    }

    private static String decision(String word) {
        return "{'action':'accept','content':{'decision':'%s'}}".formatted(word);
    }

    @Test
    void theUserOfASessionAllows() throws Exception {
        try (StreamClient client = client(decision("once"))) {
            var _ = client.initialize("2025-06-18", FORMS);

            Json.Obj result = client.request("tools/call", "{" + WRITE + "}");

            assertThat(result.find("isError")).isEmpty();
            assertThat(result.find("structuredContent").orElseThrow().toString())
                    .contains("\"path\":\"new.txt\"");
            assertThat(file).hasContent("hello");
            assertThat(asked).hasSize(1);
            assertThat(asked.getFirst().method()).isEqualTo("elicitation/create");
            assertThat(asked.getFirst().params().text("message").orElseThrow())
                    .contains("write")
                    .contains("+hello");
        }
    }

    @Test
    void anAnswerForTheSessionHolds() throws Exception {
        try (StreamClient client = client(decision("session"))) {
            var _ = client.initialize("2025-06-18", FORMS);
            var _ = client.request("tools/call", "{" + WRITE + "}");
            var _ =
                    client.request(
                            "tools/call",
                            "{'name':'write','arguments':{'path':'new.txt','content':'again'}}");

            assertThat(file).hasContent("again");
            assertThat(asked).hasSize(1);
        }
    }

    @Test
    void everythingButAClearYesIsANo() throws Exception {
        for (String answer :
                List.of(
                        decision("reject"),
                        decision("maybe"),
                        "{'action':'accept'}",
                        "{'action':'accept','content':{}}",
                        "{'action':'decline','content':{'decision':'once'}}",
                        "{'action':'cancel'}",
                        "{}")) {
            try (StreamClient client = client(answer)) {
                var _ = client.initialize("2025-11-25", FORMS);
                Json.Obj result = client.request("tools/call", "{" + WRITE + "}");
                assertThat(result.find("isError")).as(answer).contains(new Json.Bool(true));
                assertThat(file).as(answer).doesNotExist();
            }
        }
    }

    @Test
    void aClientThatCannotAskIsDenied() throws Exception {
        try (StreamClient client = client(decision("once"))) {
            var _ = client.initialize("2025-11-25", "{'elicitation':{'url':{}}}");
            Json.Obj result = client.request("tools/call", "{" + WRITE + "}");
            Json.Obj modern = client.modern("tools/call", "{}", WRITE);

            for (Json.Obj it : List.of(result, modern)) {
                assertThat(it.find("isError")).contains(new Json.Bool(true));
                assertThat(it.find("_meta").orElseThrow().toString())
                        .contains("\"dev.deft/code\":\"permission_denied\"");
            }
            assertThat(file).doesNotExist();
            assertThat(asked).isEmpty();
        }
    }

    @Test
    void secretsStaySecret() throws Exception {
        try (StreamClient client = client(decision("reject"))) {
            var _ = client.initialize("2025-11-25", FORMS);
            Json.Obj read =
                    client.request("tools/call", "{'name':'read','arguments':{'path':'.env'}}");
            String uri = file.resolveSibling(".env").toRealPath().toUri().toString();

            assertThat(read.toString()).doesNotContain("a-secret");
            assertThatThrownBy(
                            () -> client.request("resources/read", "{'uri':'%s'}".formatted(uri)))
                    .isInstanceOf(RpcException.class)
                    .hasMessageNotContaining("a-secret");
            assertThat(client.request("resources/list", "{}").toString())
                    .contains("poem.txt")
                    .doesNotContain(".env");
        }
    }

    @Test
    void aRequestOfTheStatelessEraIsSentAgainWithTheAnswer() throws Exception {
        try (StreamClient client = client("{}")) {
            Json.Obj first = client.modern("tools/call", FORMS, WRITE);
            assertThat(first.text("resultType")).contains("input_required");
            assertThat(first.find("ttlMs")).isEmpty();
            String retry = retry(first, decision("once"));

            Json.Obj done = client.modern("tools/call", FORMS, WRITE + retry);

            assertThat(done.text("resultType")).contains("complete");
            assertThat(file).hasContent("hello");
            assertThat(asked).isEmpty();
            assertThatThrownBy(() -> client.modern("tools/call", FORMS, WRITE + retry))
                    .isInstanceOf(RpcException.class)
                    .hasMessageContaining("begin again");
        }
    }

    private static String retry(Json.Obj first, String answer) {
        String key =
                ((Json.Obj) first.find("inputRequests").orElseThrow())
                        .fields()
                        .keySet()
                        .iterator()
                        .next();
        return ",'inputResponses':{'%s':%s},'requestState':'%s'"
                .formatted(key, answer, first.text("requestState").orElseThrow());
    }

    @Test
    void anotherRequestCannotUseTheAnswer() throws Exception {
        try (StreamClient client = client("{}")) {
            Json.Obj first = client.modern("tools/call", FORMS, WRITE);
            String retry = retry(first, decision("once"));
            Map<String, String> others =
                    Map.of(
                            "other arguments",
                            "'name':'write','arguments':{'path':'new.txt','content':'evil'}"
                                    + retry,
                            "another tool",
                            "'name':'delete_file','arguments':{'path':'poem.txt'}" + retry,
                            "changed state",
                            WRITE + retry.replace("'requestState':'", "'requestState':'0"));

            others.forEach((what, it) ->
                    assertThatThrownBy(() -> client.modern("tools/call", FORMS, it))
                            .as(what)
                            .isInstanceOf(RpcException.class)
                            .hasMessageContaining("requestState"));

            assertThat(file).doesNotExist();
            assertThat(file.resolveSibling("poem.txt")).exists();
        }
    }

    @Test
    void anAnswerThatWasNotAskedForCountsForNothing() throws Exception {
        try (StreamClient client = client("{}")) {
            Json.Obj first =
                    client.modern(
                            "tools/call",
                            FORMS,
                            WRITE
                                    + ",'inputResponses':{'approval':%s}"
                                            .formatted(decision("once")));

            assertThat(first.text("resultType")).contains("input_required");
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void manyMayWaitForTheirUsers() throws Exception {
        try (StreamClient client = client("{}")) {
            for (int i = 0; i < 64; i++) {
                Json.Obj waiting = client.modern("tools/call", FORMS, WRITE);
                assertThat(waiting.text("resultType")).contains("input_required");
            }
            Json.Obj tooMany = client.modern("tools/call", FORMS, WRITE);
            Json.Obj reading =
                    client.modern(
                            "tools/call", FORMS, "'name':'read','arguments':{'path':'poem.txt'}");

            assertThat(tooMany.find("isError")).contains(new Json.Bool(true));
            assertThat(reading.toString()).contains("one\\ntwo\\n");
        }
    }

    @Test
    void questionsOfTheModelAreForms() throws Exception {
        try (StreamClient client =
                client("{'action':'accept','content':{'answer_1':'blue','answer_2':'x'}}")) {
            var _ = client.initialize("2025-11-25", FORMS);
            Json.Obj result =
                    client.request(
                            "tools/call",
                            "{'name':'question','arguments':{'questions':[{'question':'Color?','options':[{'label':'blue'},{'label':'red'}]},{'question':'Name?'}]}}");

            assertThat(result.toString()).contains("blue");
            assertThat(asked.getFirst().params().toString())
                    .contains("\"enum\":[\"blue\",\"red\"]");
        }
    }
}
