package dev.deft.mcp.client.session;

import dev.deft.json.Json;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import dev.deft.rpc.RpcPeer;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Collects what a server needs before it can answer a request.
final class InputRounds {

    private static final int MOST_INPUTS = 20;

    private InputRounds() {}

    /// The request again, with the answers to what the server asked and with its state.
    ///
    /// @throws RpcException if the server asks for something that it does not get
    static Json.Obj next(Json.Obj params, Json.Obj result, RpcHandler meanwhile)
            throws RpcException, IOException, InterruptedException {
        Map<String, Json> asked = ServerFacts.object(result, "inputRequests").fields();
        Optional<Json> state = result.find("requestState");
        if (asked.size() > MOST_INPUTS) {
            throw refused("The server asked for %d inputs at once.".formatted(asked.size()));
        }
        if (asked.isEmpty() && state.isEmpty()) {
            throw refused("The server needs input and does not say which.");
        }
        Json.Obj next = params;
        if (!asked.isEmpty()) {
            Map<String, Json> answers = new LinkedHashMap<>();
            for (Map.Entry<String, Json> it : asked.entrySet()) {
                answers.put(it.getKey(), answer(it.getKey(), it.getValue(), meanwhile));
            }
            next = next.with("inputResponses", new Json.Obj(answers));
        }
        return state.isPresent() ? next.with("requestState", state.get()) : next;
    }

    private static Json answer(String key, Json asked, RpcHandler meanwhile)
            throws RpcException, IOException, InterruptedException {
        if (!(asked instanceof Json.Obj request) || request.text("method").isEmpty()) {
            throw refused("The server asked for input in a form that nobody knows.");
        }
        return meanwhile.answer(
                new RpcCall(
                        new Json.Str(key),
                        request.text("method").get(),
                        ServerFacts.object(request, "params"),
                        new Nobody()));
    }

    private static RpcException refused(String why) {
        return new RpcException(RpcError.of(RpcError.SERVER_ERROR, why));
    }

    /// Between two requests there is nobody to send anything to.
    private record Nobody() implements RpcPeer {

        @Override
        public Json request(String method, Json.Obj params, Duration timeout) throws IOException {
            throw new IOException("The server waits for the next request.");
        }

        @Override
        public void sendNotification(String method, Json.Obj params) {}
    }
}
