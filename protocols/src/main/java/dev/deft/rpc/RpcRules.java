package dev.deft.rpc;

import java.time.Duration;
import java.util.Optional;

/// What protocols on JSON-RPC settle differently.
///
/// @param garbage what happens to a line that is no message
/// @param batches whether an array of messages is understood
/// @param cancelMethod the notification that cancels a request, with its id as `requestId`
/// @param cancelled the answer to a request that its sender cancelled; empty if it gets none
/// @param maxFrameBytes the longest message that is read
/// @param maxRequests how many requests of the peer run at once; more are refused
/// @param drain how long requests of the peer may go on after the end of its messages, so that a
///   script can send some and close the stream
public record RpcRules(
        Garbage garbage,
        boolean batches,
        String cancelMethod,
        Optional<RpcError> cancelled,
        int maxFrameBytes,
        int maxRequests,
        Duration drain) {

    /// The longest message by default.
    public static final int MAX_FRAME_BYTES = 64 * 1024 * 1024;

    /// How many requests of a peer run at once by default.
    public static final int MAX_REQUESTS = 256;

    /// What happens to a line that is no message.
    public enum Garbage {
        /// Nothing: a program may print other things too.
        SKIP,
        /// It is answered with an error without an id.
        ANSWER,
        /// It is answered with an error with the id `null`, as JSON-RPC 2.0 says.
        ANSWER_WITH_NULL_ID
    }

    /// MCP, as the server.
    public static RpcRules mcpServer() {
        return mcp(Garbage.ANSWER, Duration.ofSeconds(30));
    }

    /// MCP, as the client.
    public static RpcRules mcpClient() {
        return mcp(Garbage.SKIP, Duration.ZERO);
    }

    private static RpcRules mcp(Garbage garbage, Duration drain) {
        return new RpcRules(
                garbage,
                true,
                "notifications/cancelled",
                Optional.empty(),
                MAX_FRAME_BYTES,
                MAX_REQUESTS,
                drain);
    }

    /// ACP, on either side.
    public static RpcRules acp() {
        return new RpcRules(
                Garbage.ANSWER_WITH_NULL_ID,
                false,
                "$/cancel_request",
                Optional.of(RpcError.of(-32800, "The request was cancelled.")),
                MAX_FRAME_BYTES,
                MAX_REQUESTS,
                Duration.ZERO);
    }

    /// These rules with another limit of frames.
    public RpcRules withMaxFrameBytes(int bytes) {
        return new RpcRules(garbage, batches, cancelMethod, cancelled, bytes, maxRequests, drain);
    }
}
