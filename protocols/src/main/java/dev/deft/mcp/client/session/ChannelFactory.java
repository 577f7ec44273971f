package dev.deft.mcp.client.session;

import dev.deft.mcp.client.transport.McpChannel;
import dev.deft.rpc.RpcHandler;
import java.io.IOException;
import java.util.Optional;

/// Opens the channels to one server.
public interface ChannelFactory {

    /// Opens the usual channel.
    ///
    /// @param always takes what belongs to no request, and is told of the end
    McpChannel open(RpcHandler always) throws IOException, InterruptedException;

    /// Opens a channel for servers that the usual one does not reach; empty if there is none.
    ///
    /// @param always takes what belongs to no request, and is told of the end
    default Optional<McpChannel> openOlder(RpcHandler always)
            throws IOException, InterruptedException {
        return Optional.empty();
    }

    /// Whether requests travel over HTTP, so that parameters may be in headers.
    boolean isHttp();
}
