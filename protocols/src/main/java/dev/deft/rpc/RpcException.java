package dev.deft.rpc;

import java.io.Serial;

/// A request failed with an error of the peer, or is to be answered with one.
public final class RpcException extends Exception {

    @Serial private static final long serialVersionUID = 1;

    private final transient RpcError error;

    public RpcException(RpcError error) {
        super(error.message());
        this.error = error;
    }

    public RpcError error() {
        return error;
    }

    /// For arguments that the peer sent.
    public static RpcException invalidParams(String message) {
        return new RpcException(RpcError.invalidParams(message));
    }

    public static RpcException methodNotFound(String method) {
        return new RpcException(RpcError.methodNotFound(method));
    }
}
