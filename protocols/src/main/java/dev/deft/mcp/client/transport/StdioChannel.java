package dev.deft.mcp.client.transport;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.process.peer.PeerProgram;
import dev.deft.rpc.RpcConnection;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import dev.deft.rpc.RpcRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A server that is a program, over its standard streams. What it prints that is no message is
/// skipped.
public final class StdioChannel implements McpChannel {

    /// The longest message. A server that sends a longer one is given up.
    static final int MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

    private final PeerProgram program;
    private final ServerVoices voices;
    private final RpcConnection connection;
    private volatile boolean tooLong;

    private StdioChannel(PeerProgram program, RpcHandler always) {
        this.program = program;
        this.voices = new ServerVoices(always, this::giveUp);
        this.connection =
                RpcConnection.open(
                        program.output(),
                        program.input(),
                        RpcRules.mcpClient().withMaxFrameBytes(MAX_MESSAGE_BYTES),
                        voices);
    }

    /// Starts the program.
    ///
    /// @param environment its whole environment
    /// @param log keeps the end of what it prints on standard error
    /// @param always takes what belongs to no request, and is told of the end
    public static StdioChannel start(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Path log,
            RpcHandler always)
            throws IOException {
        return new StdioChannel(PeerProgram.start(command, directory, environment, log), always);
    }

    @Override
    public Json request(McpRequest request, RpcHandler meanwhile)
            throws RpcException, IOException, InterruptedException {
        return voices.during(request, connection, meanwhile);
    }

    @Override
    public void sendNotification(String method, Json.Obj params) throws IOException {
        connection.sendNotification(method, params);
    }

    @Override
    public void agreed(Revision revision) {}

    @Override
    public boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public String lastWords() {
        return tooLong
                ? "a message of more than %d MB".formatted(MAX_MESSAGE_BYTES >> 20)
                : program.lastErrors();
    }

    /// The answer to some request was too long, and nobody knows to which.
    private void giveUp() {
        tooLong = true;
        Thread.ofVirtual().name("mcp-too-long").start(this::close);
    }

    /// The process id of the server.
    public long pid() {
        return program.pid();
    }

    /// First the input of the program is closed, so that it can end by itself.
    @Override
    public void close() {
        program.close();
        try {
            connection.close();
        } catch (IOException _) {
            // The program is gone.
        }
    }
}
