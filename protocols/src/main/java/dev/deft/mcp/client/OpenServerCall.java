package dev.deft.mcp.client;

import dev.deft.host.Host;
import dev.deft.host.Progress;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;

/// Takes what a server says while a call runs: progress is shown, and its requests are answered by
/// the session of the call.
final class OpenServerCall implements RpcHandler {

    /// A server that reports more is not listened to any more.
    private static final int MOST_REPORTS = 1_000;

    private static final int LONGEST_REPORT = 300;

    /// A server that asks more is not answered any more.
    private static final int MOST_INPUTS = 30;

    private final Json token = new Json.Str(UUID.randomUUID().toString());
    private final ServerInputs inputs;
    private final Host host;
    private int reports;
    private int asked;

    OpenServerCall(ServerInputs inputs, Host host) {
        this.inputs = inputs;
        this.host = host;
    }

    /// The parameters of the call with the token of its progress.
    Json.Obj withToken(Json.Obj params) {
        return params.with("_meta", Json.Obj.EMPTY.with("progressToken", token));
    }

    @Override
    public Json answer(RpcCall call) throws RpcException, IOException, InterruptedException {
        if (asksTooMuch()) {
            throw new RpcException(
                    RpcError.of(RpcError.INVALID_REQUEST, "The server asks too much."));
        }
        return inputs.answer(call, Optional.of(host));
    }

    private synchronized boolean asksTooMuch() {
        asked++;
        return asked > MOST_INPUTS;
    }

    @Override
    public void notified(String method, Json.Obj params) {
        boolean progress =
                method.equals("notifications/progress")
                        && params.find("progressToken").equals(Optional.of(token));
        if (!progress || isTooMany()) {
            return;
        }
        Json.Obj metadata = Json.Obj.EMPTY;
        for (String figure : new String[] {"progress", "total"}) {
            Optional<Json> value = params.find(figure).filter(Json.Num.class::isInstance);
            metadata = value.isPresent() ? metadata.with(figure, value.get()) : metadata;
        }
        Optional<String> text =
                params.text("message").map(it -> TerminalText.line(it, LONGEST_REPORT));
        host.progress().update(new Progress.Update(text.map(it -> it + "\n"), text, metadata));
    }

    private synchronized boolean isTooMany() {
        reports++;
        return reports > MOST_REPORTS;
    }
}
