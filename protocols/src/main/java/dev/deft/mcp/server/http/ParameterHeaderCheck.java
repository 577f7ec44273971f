package dev.deft.mcp.server.http;

import com.sun.net.httpserver.Headers;
import dev.deft.json.Json;
import dev.deft.mcp.server.method.McpEndpoint;
import dev.deft.registry.DialectTool;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcMessage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks the headers `Mcp-Param-…` of a call: those that the schema of its tool asks for by
/// `x-mcp-header`.
final class ParameterHeaderCheck {

    private static final String MARK = "x-mcp-header";
    private static final String PREFIX = "Mcp-Param-";

    private ParameterHeaderCheck() {}

    static void check(Headers headers, RpcMessage.Request request, McpEndpoint endpoint)
            throws RpcException, IOException {
        if (!request.method().equals("tools/call")) {
            return;
        }
        Optional<DialectTool> tool =
                endpoint.shared()
                        .tools()
                        .dialect()
                        .find(request.params().text("name").orElse(""))
                        .filter(it -> it.spec().foreignSchema().isPresent());
        if (tool.isPresent()) {
            check(
                    headers,
                    tool.get().schema(),
                    request.params().find("arguments").orElse(Json.Obj.EMPTY));
        }
    }

    private static void check(Headers headers, Json.Obj schema, Json arguments)
            throws RpcException {
        if (!(schema.find("properties").orElse(Json.Null.VALUE)
                instanceof Json.Obj(Map<String, Json> properties))) {
            return;
        }
        for (Map.Entry<String, Json> it : properties.entrySet()) {
            if (it.getValue() instanceof Json.Obj property) {
                Json value =
                        arguments instanceof Json.Obj given
                                ? given.find(it.getKey()).orElse(Json.Null.VALUE)
                                : Json.Null.VALUE;
                Optional<String> name = property.text(MARK);
                if (name.isPresent()) {
                    compare(
                            headers.getOrDefault(PREFIX + name.get(), List.of()),
                            name.get(),
                            value);
                }
                check(headers, property, value);
            }
        }
    }

    private static void compare(List<String> given, String name, Json value) throws RpcException {
        if (value instanceof Json.Null && given.isEmpty()) {
            return;
        }
        if (given.size() != 1 || !isSame(ModernHeaders.decoded(given.getFirst()), value)) {
            throw ModernHeaders.mismatch(
                    "The header %s%s does not say what the body says.".formatted(PREFIX, name));
        }
    }

    private static boolean isSame(String header, Json value) {
        return switch (value) {
            case Json.Str(String text) -> header.equals(text);
            case Json.Bool(boolean truth) -> header.equals(Boolean.toString(truth));
            case Json.Num number -> number.asDouble() == figure(header);
            case Json.Null _, Json.Obj _, Json.Arr _ -> false;
        };
    }

    private static double figure(String header) {
        try {
            return Double.parseDouble(header);
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }
}
