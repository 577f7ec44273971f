package dev.deft.acp;

import dev.deft.json.Json;
import dev.deft.process.EditorTerminals;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcPeer;
import dev.deft.rpc.RpcTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Commands that run in terminals of the client.
///
/// @param sessionId as the client knows it
record ClientTerminals(RpcPeer client, String sessionId) implements EditorTerminals {

    private static final System.Logger LOG = System.getLogger(ClientTerminals.class.getName());

    /// How long the client may take for what is done at once.
    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    private static final int UNKNOWN_EXIT = 128;

    @Override
    public Finished run(Order order, Consumer<String> opened)
            throws IOException, InterruptedException {
        String terminal = create(order);
        try {
            opened.accept(terminal);
            return finished(terminal, order.timeout());
        } catch (InterruptedException e) {
            kill(terminal);
            throw e;
        } finally {
            quietly("terminal/release", terminal);
        }
    }

    private String create(Order order) throws IOException, InterruptedException {
        Json.Obj params =
                Json.Obj.EMPTY
                        .with("sessionId", sessionId)
                        .with("command", order.command().getFirst())
                        .with(
                                "args",
                                Json.Arr.ofTexts(
                                        order.command().subList(1, order.command().size())))
                        .with("cwd", order.directory().toString())
                        .with("outputByteLimit", Json.Num.of(order.outputBytes()));
        try {
            return object(client.request("terminal/create", params, AT_ONCE))
                    .text("terminalId")
                    .orElseThrow(() -> new IOException("The editor opened no terminal."));
        } catch (RpcException e) {
            throw new IOException("The editor opened no terminal: " + e.getMessage(), e);
        }
    }

    private Finished finished(String terminal, Duration timeout)
            throws IOException, InterruptedException {
        boolean timedOut = false;
        try {
            client.request("terminal/wait_for_exit", of(terminal), timeout);
        } catch (RpcTimeoutException _) {
            timedOut = true;
            kill(terminal);
        } catch (RpcException e) {
            throw new IOException("The editor lost the command: " + e.getMessage(), e);
        }
        try {
            return ended(
                    object(client.request("terminal/output", of(terminal), AT_ONCE)), timedOut);
        } catch (RpcException e) {
            throw new IOException(
                    "The editor does not say what the command printed: " + e.getMessage(), e);
        }
    }

    private static Finished ended(Json.Obj output, boolean timedOut) {
        Json.Obj status = object(output.find("exitStatus").orElse(Json.Null.VALUE));
        Optional<Long> code =
                status.find("exitCode").orElse(Json.Null.VALUE) instanceof Json.Num number
                        ? number.asLong()
                        : Optional.empty();
        return new Finished(
                timedOut,
                code.map(it -> (int) (long) it).orElse(UNKNOWN_EXIT),
                status.text("signal"),
                output.text("output").orElse(""),
                output.find("truncated").equals(Optional.of(new Json.Bool(true))));
    }

    private Json.Obj of(String terminal) {
        return Json.Obj.EMPTY.with("sessionId", sessionId).with("terminalId", terminal);
    }

    private static Json.Obj object(Json json) {
        return json instanceof Json.Obj object ? object : Json.Obj.EMPTY;
    }

    private void kill(String terminal) {
        quietly("terminal/kill", terminal);
    }

    /// Also for a cancelled call: the client must not keep what nobody needs.
    private void quietly(String method, String terminal) {
        boolean interrupted = Thread.interrupted();
        try {
            client.request(method, of(terminal), AT_ONCE);
        } catch (RpcException | IOException e) {
            LOG.log(System.Logger.Level.DEBUG, method + " failed", e);
        } catch (InterruptedException _) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
