package dev.deft.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.http.HttpAccess;
import dev.deft.schema.SchemaValidation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Data fits the schemas that tools promise.
final class OutputSchemaTest {

    private McpTestWorkspace served;
    private StreamClient client;

    @BeforeEach
    void serve(@TempDir Path root) throws IOException {
        Files.writeString(root.resolve("poem.txt"), "one\ntwo\n");
        Files.writeString(root.resolve("long.txt"), "a long line of text\n".repeat(50_000));
        served = new McpTestWorkspace(root, HttpAccess.ofEveryLocalProgram(), new McpCallers());
        client =
                new StreamClient(
                        served.server(),
                        _ ->
                                McpTestWorkspace.json(
                                        "{'action':'accept','content':{'decision':'once','answer_1':'yes'}}"));
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        served.close();
    }

    @Test
    void everyPromiseHolds() throws Exception {
        var _ = client.initialize("2025-11-25", "{'elicitation':{}}");
        Map<String, Json.Obj> promised = promised();
        List<String> calls =
                List.of(
                        "'read','arguments':{'path':'poem.txt'}",
                        "'read','arguments':{'path':'long.txt'}",
                        "'write','arguments':{'path':'a.txt','content':'x'}",
                        "'edit','arguments':{'path':'a.txt','old_text':'x','new_text':'y'}",
                        "'apply_patch','arguments':{'patch':'*** Begin Patch\\n*** Add File: b.txt\\n+hi\\n*** End Patch'}",
                        "'move_file','arguments':{'from':'a.txt','to':'c.txt'}",
                        "'delete_file','arguments':{'path':'c.txt'}",
                        "'get_file_info','arguments':{'path':'poem.txt'}",
                        "'get_file_info','arguments':{'path':'none.txt'}",
                        "'glob','arguments':{'pattern':'**'}",
                        "'grep','arguments':{'pattern':'one'}",
                        "'grep','arguments':{'pattern':'long'}",
                        "'grep','arguments':{'pattern':'nothing at all'}",
                        "'question','arguments':{'questions':[{'question':'Really?'}]}",
                        "'base64_encode','arguments':{'text':'x'}",
                        "'base64_decode','arguments':{'encoded':'eA=='}",
                        "'json_parse','arguments':{'text':'[1,null,{}]'}",
                        "'json_parse','arguments':{'text':'null'}",
                        "'json_parse','arguments':{'text':'[%s1]'}".formatted("1,".repeat(200_000)),
                        "'json_stringify','arguments':{'data':{'a':[1]}}",
                        "'sleep','arguments':{'duration':0.001}",
                        "'current_time','arguments':{}",
                        "'set_env','arguments':{'key':'A','value':'b'}",
                        "'get_env','arguments':{'key':'A'}",
                        "'get_env','arguments':{'key':'NO_SUCH'}",
                        "'agents_list','arguments':{}",
                        "'sessions_list','arguments':{}",
                        "'memory_list','arguments':{}");
        Set<String> called = new HashSet<>();
        boolean cut = false;
        for (String it : calls) {
            Json.Obj result = client.request("tools/call", "{'name':" + it + "}");
            String name = it.substring(1, it.indexOf('\'', 1));
            Json data = result.find("structuredContent").orElse(Json.Null.VALUE);
            assertThat(result.find("isError")).as("%s: %s", it, result).isEmpty();
            assertThat(SchemaValidation.problem(promised.getOrDefault(name, Json.Obj.EMPTY), data))
                    .as(it)
                    .isEmpty();
            cut |= data instanceof Json.Obj object && object.find("head").isPresent();
            called.add(name);
        }

        assertThat(called).as("every tool with a promise").containsAll(promised.keySet());
        assertThat(cut).as("a result that was cut").isTrue();
    }

    private Map<String, Json.Obj> promised() throws Exception {
        Map<String, Json.Obj> promised = new TreeMap<>();
        Json listed = client.request("tools/list", "{}").find("tools").orElseThrow();
        for (Json it : ((Json.Arr) listed).items()) {
            Json.Obj tool = (Json.Obj) it;
            tool.find("outputSchema")
                    .ifPresent(schema ->
                            promised.put(tool.text("name").orElseThrow(), (Json.Obj) schema));
        }
        return promised;
    }
}
