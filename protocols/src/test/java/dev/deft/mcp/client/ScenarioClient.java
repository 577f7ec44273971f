package dev.deft.mcp.client;

import dev.deft.agent.config.McpServer;
import dev.deft.json.Json;
import dev.deft.mcp.oauth.RequestAuthorization;
import dev.deft.protocols.ConformanceClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/// Does what the scenarios of the conformance suite want to see, with the tools of a session as a
/// model would use them.
///
/// @param authorization signs the requests of scenarios about authorization
public record ScenarioClient(Function<Order, RequestAuthorization> authorization)
        implements ConformanceClient {

    private static final String SERVER = "judge";

    /// A client for scenarios without authorization.
    public static ScenarioClient open() {
        return new ScenarioClient(_ -> RequestAuthorization.NONE);
    }

    @Override
    public void run(Order order) throws Exception {
        Path root = Files.createTempDirectory("scenario");
        RequestAuthorization signed = authorization.apply(order);
        try (ServerDesk desk =
                ServerDesk.open(root, it -> it.authorizing(_ -> signed), server(order))) {
            if (!(desk.servers.states().get(SERVER) instanceof ServerState.Connected)) {
                throw new IOException(desk.servers.states().toString());
            }
            play(order, desk);
        }
    }

    private static McpServer server(Order order) {
        return ServerDesk.remote(SERVER, order.server().toString());
    }

    private static void play(Order order, ServerDesk desk) throws Exception {
        switch (order.scenario()) {
            case "http-standard-headers" -> everything(desk);
            case "http-custom-headers" -> given(order.context(), desk);
            case "sep-2322-client-request-state" -> rounds(desk);
            case "json-schema-2020-12-preservation" -> echo(desk);
            case "request-metadata", "json-schema-ref-no-deref" -> {
                // The tools are listed.
            }
            default -> {
                for (String id : desk.ids()) {
                    call(desk, id, arguments(order.scenario()));
                }
            }
        }
    }

    private static Json.Obj arguments(String scenario) {
        return scenario.equals("initialize") || scenario.equals("tools_call")
                ? Json.Obj.EMPTY.with("a", Json.Num.of(2)).with("b", Json.Num.of(3))
                : Json.Obj.EMPTY;
    }

    private static void call(ServerDesk desk, String id, Json.Obj arguments) {
        var result = desk.session.call(id, arguments);
        if (result.failed()) {
            throw new IllegalStateException(id + ": " + result);
        }
    }

    private static void everything(ServerDesk desk) throws Exception {
        for (String id : desk.ids()) {
            call(desk, id, Json.Obj.EMPTY);
        }
        ServerContents contents = desk.servers.contents();
        for (ServerContents.McpResource it : contents.resources()) {
            contents.read(SERVER, it.uri());
        }
        for (ServerContents.McpPrompt it : contents.prompts()) {
            contents.prompt(SERVER, it.name(), Map.of());
        }
    }

    private static void given(Json.Obj context, ServerDesk desk) {
        if (context.find("toolCalls").orElseThrow() instanceof Json.Arr(List<Json> calls)) {
            for (Json it : calls) {
                Json.Obj wanted = (Json.Obj) it;
                call(
                        desk,
                        SERVER + "_" + wanted.text("name").orElseThrow(),
                        (Json.Obj) wanted.find("arguments").orElseThrow());
            }
        }
    }

    private static void rounds(ServerDesk desk) {
        var first = new AtomicBoolean(true);
        desk.answering(List.of(List.of("Yes")))
                .meanwhile(() -> {
                    if (first.getAndSet(false)) {
                        call(desk, SERVER + "_test_mrtr_unrelated", Json.Obj.EMPTY);
                    }
                });
        for (String name :
                List.of("test_mrtr_echo_state", "test_mrtr_no_state", "test_mrtr_no_result_type")) {
            call(desk, SERVER + "_" + name, Json.Obj.EMPTY);
        }
    }

    private static void echo(ServerDesk desk) {
        Optional<Json.Obj> schema =
                desk.servers.tools().stream()
                        .filter(it -> it.spec().id().endsWith("json_schema_2020_12_tool"))
                        .findFirst()
                        .flatMap(it -> it.spec().foreignSchema());
        call(
                desk,
                SERVER + "_json_schema_echo",
                Json.Obj.EMPTY.with("schema", schema.orElseThrow()));
    }
}
