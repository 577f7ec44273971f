package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.server.feature.McpLogLevel;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// A client of a revision with sessions: what it said in `initialize` holds for all its requests.
public final class LegacyClient implements AutoCloseable {

    private static final Set<Change> LISTS = Set.of(new Change.OfTools(), new Change.OfPrompts());

    private final ServerDescription identity;
    private final McpMethods methods;
    private final ChangeHub hub;
    private final ClientSession session;
    private final Teller unsolicited;
    private final Set<String> watched = ChangeHub.watched();
    private volatile Optional<Exchange.ClientFacts> client = Optional.empty();
    private volatile Runnable ending = () -> {};

    LegacyClient(
            ServerDescription identity,
            McpMethods methods,
            ChangeHub hub,
            ClientSession session,
            Teller unsolicited) {
        this.identity = identity;
        this.methods = methods;
        this.hub = hub;
        this.session = session;
        this.unsolicited = unsolicited;
    }

    /// Sends notifications that belong to no request.
    @FunctionalInterface
    public interface Teller {

        void tell(String method, Json.Obj params);
    }

    /// The revision that was agreed on; empty before `initialize`.
    public Optional<Revision> revision() {
        return client.map(Exchange.ClientFacts::revision);
    }

    /// Answers a request.
    public Json.Obj answer(String method, Json.Obj params, ClientLink link)
            throws RpcException, IOException, InterruptedException {
        if (method.equals("initialize")) {
            return initialize(params);
        }
        if (method.equals("ping")) {
            return Json.Obj.EMPTY;
        }
        Exchange.ClientFacts facts =
                client.orElseThrow(() ->
                        new RpcException(
                                RpcError.of(
                                        RpcError.INVALID_REQUEST,
                                        "Begin with initialize, or name the protocol version in"
                                                + " _meta of each request.")));
        return switch (method) {
            case "logging/setLevel" -> setLevel(params, facts);
            case "resources/subscribe" -> subscribe(params);
            case "resources/unsubscribe" -> unsubscribe(params);
            default -> methods.answer(method, params, new Exchange(facts, session, link, params));
        };
    }

    private synchronized Json.Obj initialize(Json.Obj params) throws RpcException {
        if (client.isPresent()) {
            throw new RpcException(
                    RpcError.of(RpcError.INVALID_REQUEST, "The client is initialized already."));
        }
        String wanted =
                params.text("protocolVersion")
                        .orElseThrow(() ->
                                RpcException.invalidParams(
                                        "The field protocolVersion must be a string."));
        Revision revision =
                Revision.find(wanted)
                        .filter(it -> !it.stateless())
                        .orElse(Revision.NEWEST_STATEFUL);
        Json.Obj able =
                params.find("capabilities").orElse(Json.Null.VALUE) instanceof Json.Obj object
                        ? object
                        : Json.Obj.EMPTY;
        client =
                Optional.of(
                        new Exchange.ClientFacts(revision, able, Optional.of(McpLogLevel.INFO)));
        ending = hub.listen(LISTS, watched, it -> unsolicited.tell(it.method(), it.params()));
        return identity.withInstructions(
                Json.Obj.EMPTY
                        .with("protocolVersion", revision.wire())
                        .with("capabilities", ServerCapabilities.of(revision))
                        .with("serverInfo", identity.info()));
    }

    private Json.Obj setLevel(Json.Obj params, Exchange.ClientFacts facts) throws RpcException {
        McpLogLevel level =
                params.text("level")
                        .flatMap(McpLogLevel::find)
                        .orElseThrow(() ->
                                RpcException.invalidParams(
                                        "The field level must be one of debug, info, notice,"
                                                + " warning, error, critical, alert, emergency."));
        client =
                Optional.of(
                        new Exchange.ClientFacts(
                                facts.revision(), facts.capabilities(), Optional.of(level)));
        return Json.Obj.EMPTY;
    }

    private Json.Obj subscribe(Json.Obj params) throws RpcException {
        if (watched.size() >= ChangeHub.MAX_WATCHED) {
            throw RpcException.invalidParams(
                    "At most %d resources can be watched.".formatted(ChangeHub.MAX_WATCHED));
        }
        String uri = ResourceMethods.uri(params);
        watched.add(uri);
        hub.remember(Set.of(uri));
        return Json.Obj.EMPTY;
    }

    private Json.Obj unsubscribe(Json.Obj params) throws RpcException {
        watched.remove(ResourceMethods.uri(params));
        return Json.Obj.EMPTY;
    }

    @Override
    public void close() {
        ending.run();
    }
}
