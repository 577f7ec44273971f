/// JSON-RPC 2.0, blocking, on virtual threads: messages, their text, and a connection on which both
/// sides send requests. It knows neither MCP nor ACP.
@NullMarked
package dev.deft.rpc;

import org.jspecify.annotations.NullMarked;
