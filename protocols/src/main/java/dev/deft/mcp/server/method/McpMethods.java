package dev.deft.mcp.server.method;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.util.UUID;

/// The requests that both eras have.
record McpMethods(
        McpCallers callers,
        ToolMethods tools,
        ResourceMethods resources,
        PromptMethods prompts,
        CompletionMethod completion) {

    /// {@return the result, without what only one era has}
    ///
    /// @throws RpcException also if there is no such method
    Json.Obj answer(String method, Json.Obj params, Exchange exchange)
            throws RpcException, IOException, InterruptedException {
        try {
            return switch (method) {
                case "tools/list" -> tools.list(params, exchange);
                case "tools/call" -> tools.call(params, exchange);
                case "resources/list" -> resources.list(params, exchange);
                case "resources/templates/list" -> resources.templates(params);
                case "prompts/list" -> prompts.list(params);
                case "completion/complete" -> completion.complete(params);
                case "resources/read", "prompts/get" -> read(method, params, exchange);
                default -> throw RpcException.methodNotFound(method);
            };
        } catch (HostException e) {
            throw new RpcException(
                    RpcError.of(
                            e.code() == ErrorCode.NOT_FOUND
                                            || e.code() == ErrorCode.INVALID_ARGUMENTS
                                    ? RpcError.INVALID_PARAMS
                                    : RpcError.INTERNAL_ERROR,
                            String.valueOf(e.getMessage())));
        }
    }

    /// Reading may need calls that the user of the client must allow; listing never asks.
    private Json.Obj read(String method, Json.Obj params, Exchange exchange)
            throws RpcException, IOException, InterruptedException {
        try (var _ = callers.enter("mcp_" + UUID.randomUUID(), exchange)) {
            return method.equals("prompts/get")
                    ? prompts.get(params, exchange)
                    : resources.read(params, exchange);
        }
    }
}
