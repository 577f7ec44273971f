package dev.deft.mcp.oauth;

import dev.deft.agent.config.McpServer;
import dev.deft.agent.config.References;
import dev.deft.codec.JsonText;
import dev.deft.host.HttpUrl;
import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// Asks a server something without a token, to hear what it wants.
final class Probe {

    private Probe() {}

    static OAuthHttp.Answer send(
            OAuthHttp http, HttpUrl url, McpServer.Remote server, Map<String, String> environment)
            throws IOException, InterruptedException {
        Map<String, String> headers = new HashMap<>();
        for (Map.Entry<String, String> it : server.headers().entrySet()) {
            headers.put(it.getKey(), References.fill(it.getKey(), it.getValue(), environment));
        }
        headers.put("accept", "application/json, text/event-stream");
        return http.post(url, "application/json", headers, JsonText.write(initialize()));
    }

    private static Json.Obj initialize() {
        return Json.Obj.EMPTY
                .with("jsonrpc", "2.0")
                .with("id", Json.Num.of(1))
                .with("method", "initialize")
                .with(
                        "params",
                        Json.Obj.EMPTY
                                .with("protocolVersion", Revision.NEWEST_STATEFUL.wire())
                                .with("capabilities", Json.Obj.EMPTY)
                                .with(
                                        "clientInfo",
                                        Json.Obj.EMPTY.with("name", "deft").with("version", "1")));
    }
}
