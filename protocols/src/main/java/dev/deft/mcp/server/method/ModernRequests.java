package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.server.feature.McpLogLevel;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The stateless era: each request says its revision and what its client can do.
public final class ModernRequests {

    /// The field of `_meta` with the revision.
    public static final String VERSION = "io.modelcontextprotocol/protocolVersion";

    static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    private static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
    private static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    private static final Set<String> SUSPENDABLE =
            Set.of("tools/call", "prompts/get", "resources/read");
    private static final Set<String> LISTS =
            Set.of("tools/list", "prompts/list", "resources/list", "resources/templates/list");

    /// How long clients may keep a list. They are told of changes if they listen.
    private static final int TTL_MILLIS = 5_000;

    private final ServerDescription identity;
    private final McpMethods methods;
    private final SuspendedRequests suspended;
    private final Subscriptions subscriptions;

    ModernRequests(
            ServerDescription identity,
            McpMethods methods,
            SuspendedRequests suspended,
            Subscriptions subscriptions) {
        this.identity = identity;
        this.methods = methods;
        this.suspended = suspended;
        this.subscriptions = subscriptions;
    }

    /// {@return the revision that a request names; empty if it names none}
    public static Optional<String> version(Json.Obj params) {
        return meta(params).flatMap(it -> it.text(VERSION));
    }

    private static Optional<Json.Obj> meta(Json.Obj params) {
        return params.find("_meta").orElse(Json.Null.VALUE) instanceof Json.Obj meta
                ? Optional.of(meta)
                : Optional.empty();
    }

    /// Checks what every request must say.
    public void check(Json.Obj params) throws RpcException {
        String version =
                version(params)
                        .orElseThrow(() ->
                                RpcException.invalidParams(
                                        "_meta must have %s. (Clients of earlier revisions begin"
                                                        .formatted(VERSION)
                                                + " with initialize.)"));
        if (meta(params)
                .flatMap(it -> it.find(CAPABILITIES))
                .filter(Json.Obj.class::isInstance)
                .isEmpty()) {
            throw RpcException.invalidParams("_meta must have %s.".formatted(CAPABILITIES));
        }
        if (Revision.find(version).filter(Revision::stateless).isEmpty()) {
            throw unsupported(version);
        }
    }

    /// The error for a revision that is not known, or not stateless.
    public static RpcException unsupported(String version) {
        return new RpcException(
                RpcError.of(
                                ErrorCodes.UNSUPPORTED_VERSION,
                                "The protocol version %s is not supported.".formatted(version))
                        .with(
                                Json.Obj.EMPTY
                                        .with("supported", Json.Arr.ofTexts(supported()))
                                        .with("requested", version)));
    }

    private static List<String> supported() {
        return Arrays.stream(Revision.values())
                .filter(Revision::stateless)
                .map(Revision::wire)
                .toList()
                .reversed();
    }

    /// Answers a request.
    ///
    /// @param id which the client gave it
    /// @param link takes its notifications; it is not asked anything
    public Json.Obj answer(
            Json id, String method, Json.Obj params, ClientLink link, ClientSession session)
            throws RpcException, IOException, InterruptedException {
        check(params);
        return switch (method) {
            case "server/discover" -> stamped(method, discovered());
            case "subscriptions/listen" -> stamped(method, subscriptions.listen(id, params, link));
            default -> stamped(method, answer(method, params, link, session));
        };
    }

    private Json.Obj answer(String method, Json.Obj params, ClientLink link, ClientSession session)
            throws RpcException, IOException, InterruptedException {
        if (!SUSPENDABLE.contains(method) || !mayBeAsked(params)) {
            return methods.answer(method, params, exchange(params, link, session));
        }
        return suspended.answer(
                method,
                params,
                link,
                it -> exchange(params, it, session),
                exchange -> methods.answer(method, params, exchange));
    }

    /// A client without such capabilities is never asked, so its requests are never suspended.
    private static boolean mayBeAsked(Json.Obj params) {
        Json.Obj able = capabilities(params);
        return able.find("elicitation").isPresent()
                || able.find("sampling").isPresent()
                || able.find("roots").isPresent()
                || params.find("requestState").isPresent();
    }

    private static Json.Obj capabilities(Json.Obj params) {
        return meta(params).flatMap(it -> it.find(CAPABILITIES)).orElse(Json.Obj.EMPTY)
                        instanceof Json.Obj able
                ? able
                : Json.Obj.EMPTY;
    }

    private static Exchange exchange(Json.Obj params, ClientLink link, ClientSession session) {
        Optional<McpLogLevel> level =
                meta(params).flatMap(it -> it.text(LOG_LEVEL)).flatMap(McpLogLevel::find);
        return new Exchange(
                new Exchange.ClientFacts(Revision.NEWEST, capabilities(params), level),
                session,
                link,
                params);
    }

    private Json.Obj discovered() {
        return identity.withInstructions(
                Json.Obj.EMPTY
                        .with("supportedVersions", Json.Arr.ofTexts(supported()))
                        .with("capabilities", ServerCapabilities.of(Revision.NEWEST)));
    }

    /// Adds what results of this era have.
    private Json.Obj stamped(String method, Json.Obj result) {
        Json.Obj meta =
                result.find("_meta").orElse(Json.Obj.EMPTY) instanceof Json.Obj own
                        ? own
                        : Json.Obj.EMPTY;
        Json.Obj typed =
                result.find("resultType").isPresent()
                        ? result
                        : result.with("resultType", "complete");
        Json.Obj named = typed.with("_meta", meta.with(SERVER_INFO, identity.info()));
        if (typed.text("resultType").equals(Optional.of("input_required"))) {
            return named;
        }
        if (LISTS.contains(method) || method.equals("server/discover")) {
            return named.with("ttlMs", Json.Num.of(TTL_MILLIS)).with("cacheScope", "private");
        }
        return method.equals("resources/read")
                ? named.with("ttlMs", Json.Num.of(0)).with("cacheScope", "private")
                : named;
    }
}
