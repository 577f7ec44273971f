package dev.deft.rpc;

import dev.deft.json.Json;
import java.util.Optional;

/// An error as the answer to a request.
///
/// @param code for programs
/// @param message one sentence
/// @param data more about it
public record RpcError(int code, String message, Optional<Json> data) {

    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;

    /// The first code that implementations may use for themselves.
    public static final int SERVER_ERROR = -32000;

    /// An error without data.
    public static RpcError of(int code, String message) {
        return new RpcError(code, message, Optional.empty());
    }

    public static RpcError invalidParams(String message) {
        return of(INVALID_PARAMS, message);
    }

    public static RpcError methodNotFound(String method) {
        return of(METHOD_NOT_FOUND, "There is no method %s.".formatted(method));
    }

    /// For a mistake of ours. It says nothing about it: the log does.
    public static RpcError mistake() {
        return of(INTERNAL_ERROR, "An error inside Deft.");
    }

    /// This error with data.
    public RpcError with(Json more) {
        return new RpcError(code, message, Optional.of(more));
    }
}
