package dev.deft.mcp.client;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Answers what a server asks: for the directories of the workspace always, for a person or a model
/// only on behalf of a call that runs.
final class ServerInputs {

    private static final Json DECLINED = Json.Obj.EMPTY.with("action", "decline");

    private final String server;
    private final List<Path> directories;

    ServerInputs(String server, List<Path> directories) {
        this.server = server;
        this.directories = List.copyOf(directories);
    }

    /// Answers while no call runs.
    RpcHandler withoutCall() {
        return call -> answer(call, Optional.empty());
    }

    /// @param host of the call that runs
    Json answer(RpcCall call, Optional<Host> host)
            throws RpcException, IOException, InterruptedException {
        return switch (call.method()) {
            case "ping" -> Json.Obj.EMPTY;
            case "roots/list" -> roots();
            case "elicitation/create" -> host.isPresent() ? elicit(call, host.get()) : DECLINED;
            case "sampling/createMessage" -> sample(call, host);
            default -> throw RpcException.methodNotFound(call.method());
        };
    }

    private Json roots() {
        List<Json> all = new ArrayList<>();
        for (Path it : directories) {
            String name = String.valueOf(it.getFileName());
            all.add(Json.Obj.EMPTY.with("uri", uri(it)).with("name", name));
        }
        return Json.Obj.EMPTY.with("roots", new Json.Arr(all));
    }

    /// Without the slash that Java appends to directories.
    private static String uri(Path directory) {
        String uri = directory.toUri().toString();
        return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
    }

    private Json elicit(RpcCall call, Host host)
            throws RpcException, IOException, InterruptedException {
        try {
            return new Elicitation(server, host.session()).answer(call.params());
        } catch (HostException e) {
            if (e.code() == ErrorCode.REFUSED) {
                return DECLINED;
            }
            throw e;
        }
    }

    private Json sample(RpcCall call, Optional<Host> host)
            throws RpcException, IOException, InterruptedException {
        if (host.isEmpty()) {
            throw new RpcException(
                    RpcError.of(
                            RpcError.INVALID_REQUEST, "A model is asked only while a call runs."));
        }
        try {
            return new Sampling(server, host.get()).answer(call.params());
        } catch (HostException e) {
            // The code that the specification has for a user who says no.
            throw new RpcException(RpcError.of(-1, String.valueOf(e.getMessage())));
        }
    }
}
