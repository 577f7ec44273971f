package dev.deft.mcp.server.method;

/// Error codes of the protocol, besides those of JSON-RPC.
public final class ErrorCodes {

    /// A resource does not exist, before 2026-07-28.
    public static final int RESOURCE_NOT_FOUND = -32002;

    /// Headers and body of an HTTP request differ.
    public static final int HEADER_MISMATCH = -32020;

    /// The client did not declare a capability that is needed.
    public static final int MISSING_CAPABILITY = -32021;

    /// The server does not know the revision.
    public static final int UNSUPPORTED_VERSION = -32022;

    private ErrorCodes() {}
}
