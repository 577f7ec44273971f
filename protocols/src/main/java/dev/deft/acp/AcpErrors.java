package dev.deft.acp;

import dev.deft.json.Json;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import java.util.List;

/// The errors of the protocol beside those of JSON-RPC.
final class AcpErrors {

    /// The user must sign in, or set a key, first.
    static final int AUTH_REQUIRED = -32_000;

    static final int RESOURCE_NOT_FOUND = -32_002;

    private AcpErrors() {}

    static RpcException authRequired(String why) {
        return new RpcException(
                RpcError.of(AUTH_REQUIRED, oneLine(why))
                        .with(
                                Json.Obj.EMPTY.with(
                                        "authMethods", new Json.Arr(List.of(AuthMethods.json())))));
    }

    static RpcException notFound(String what) {
        return new RpcException(RpcError.of(RESOURCE_NOT_FOUND, what));
    }

    static RpcException invalidRequest(String why) {
        return new RpcException(RpcError.of(RpcError.INVALID_REQUEST, why));
    }

    static RpcException failed(String why) {
        return new RpcException(RpcError.of(RpcError.INTERNAL_ERROR, oneLine(why)));
    }

    static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
