package dev.deft.mcp.server.http;

import com.sun.net.httpserver.Headers;
import dev.deft.json.Json;
import dev.deft.mcp.server.method.ErrorCodes;
import dev.deft.mcp.server.method.ModernRequests;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcMessage;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Checks that the headers of a request of the stateless era say what its body says, so that
/// whoever routes by headers is not misled.
final class ModernHeaders {

    static final String VERSION = "MCP-Protocol-Version";
    private static final String METHOD = "Mcp-Method";
    private static final String NAME = "Mcp-Name";
    private static final String ENCODED = "=?base64?";
    private static final String END = "?=";

    private ModernHeaders() {}

    static void check(Headers headers, RpcMessage.Request request) throws RpcException {
        require(headers, VERSION, ModernRequests.version(request.params()));
        require(headers, METHOD, Optional.of(request.method()));
        Optional<String> field = nameField(request.method());
        if (field.isPresent()) {
            require(headers, NAME, request.params().text(field.get()));
        }
    }

    /// The version is checked first: a request without one in its body has another mistake.
    static void checkVersion(Headers headers, Json.Obj params) throws RpcException {
        Optional<String> version = ModernRequests.version(params);
        if (version.isPresent()) {
            require(headers, VERSION, version);
        }
    }

    private static Optional<String> nameField(String method) {
        return switch (method) {
            case "tools/call", "prompts/get" -> Optional.of("name");
            case "resources/read" -> Optional.of("uri");
            default -> Optional.empty();
        };
    }

    private static void require(Headers headers, String name, Optional<String> body)
            throws RpcException {
        List<String> given = headers.getOrDefault(name, List.of());
        if (given.size() != 1) {
            throw mismatch("The header %s must be there, once.".formatted(name));
        }
        String value = name.equals(NAME) ? decoded(given.getFirst()) : given.getFirst();
        if (!body.equals(Optional.of(value))) {
            throw mismatch("The header %s does not say what the body says.".formatted(name));
        }
    }

    /// The value of a header that may be encoded.
    static String decoded(String value) throws RpcException {
        if (!value.startsWith(ENCODED) || !value.endsWith(END)) {
            return value;
        }
        try {
            return new String(
                    Base64.getDecoder()
                            .decode(
                                    value.substring(
                                            ENCODED.length(), value.length() - END.length())),
                    StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw mismatch("A header is not valid Base64.");
        }
    }

    static RpcException mismatch(String why) {
        return new RpcException(RpcError.of(ErrorCodes.HEADER_MISMATCH, why));
    }
}
