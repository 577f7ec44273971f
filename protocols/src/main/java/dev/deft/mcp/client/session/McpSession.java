package dev.deft.mcp.client.session;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.client.transport.McpChannel;
import dev.deft.mcp.client.transport.McpRequest;
import dev.deft.mcp.client.transport.SessionLostException;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An open connection to a server, in whatever revision both speak. Any thread may use it.
public final class McpSession implements Closeable {

    static final int HEADER_MISMATCH = -32020;
    static final int UNSUPPORTED_VERSION = -32022;

    private static final String META = "io.modelcontextprotocol/";
    private static final int MOST_PAGES = 100;
    private static final int MOST_ITEMS = 2_000;
    private static final int MOST_ROUNDS = 10;

    private final McpChannel channel;
    private final ClientProfile profile;
    private final boolean http;
    private final RevisionNegotiation opening;
    private volatile Revision revision;
    private volatile ServerFacts facts;

    McpSession(
            McpChannel channel, ClientProfile profile, boolean http, RevisionNegotiation opening) {
        this.channel = channel;
        this.profile = profile;
        this.http = http;
        this.opening = opening;
        this.revision = Revision.NEWEST;
        this.facts = ServerFacts.UNKNOWN;
    }

    void agree(Revision agreed, ServerFacts known) {
        revision = agreed;
        facts = known;
        channel.agreed(agreed);
    }

    public Revision revision() {
        return revision;
    }

    public ServerFacts facts() {
        return facts;
    }

    public boolean isOpen() {
        return channel.isOpen();
    }

    /// What the server printed last about errors.
    public String lastWords() {
        return channel.lastWords();
    }

    McpChannel channel() {
        return channel;
    }

    /// Sends a request and waits for its result. Where the server needs something before it can
    /// answer, that is asked of `meanwhile`, and the request is sent again with it.
    ///
    /// @param headers further headers over HTTP
    /// @param meanwhile answers requests of the server and takes its notifications
    /// @throws RpcException if the server answers with an error, or with a result that is none
    /// @throws IOException if the connection is lost or the time is over
    public Json.Obj request(
            String method,
            Json.Obj params,
            Map<String, String> headers,
            Duration timeout,
            RpcHandler meanwhile)
            throws RpcException, IOException, InterruptedException {
        Json.Obj sent = params;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Json.Obj result = once(method, sent, headers, timeout, meanwhile);
            if (!result.text("resultType").equals(Optional.of("input_required"))) {
                return result;
            }
            sent = InputRounds.next(params, result, meanwhile);
        }
        throw new RpcException(
                RpcError.of(
                        RpcError.SERVER_ERROR,
                        "The server asked for input %d times without an answer."
                                .formatted(MOST_ROUNDS)));
    }

    /// Sends a request in the agreed revision, once more in another one if the server wants that,
    /// and once more in a new session if it has forgotten this one.
    private Json.Obj once(
            String method,
            Json.Obj params,
            Map<String, String> headers,
            Duration timeout,
            RpcHandler meanwhile)
            throws RpcException, IOException, InterruptedException {
        try {
            return object(channel.request(shaped(method, params, headers, timeout), meanwhile));
        } catch (RpcException e) {
            Optional<Revision> other = RevisionNegotiation.otherRevision(e.error());
            if (!revision.stateless() || other.isEmpty()) {
                throw e;
            }
            revision = other.get();
        } catch (SessionLostException _) {
            opening.renew(this);
        }
        return object(channel.request(shaped(method, params, headers, timeout), meanwhile));
    }

    private static Json.Obj object(Json result) throws RpcException {
        if (result instanceof Json.Obj object) {
            return object;
        }
        throw new RpcException(
                RpcError.of(
                        RpcError.SERVER_ERROR,
                        "The server answered with %s instead of an object."
                                .formatted(result.kind())));
    }

    McpRequest shaped(
            String method, Json.Obj params, Map<String, String> headers, Duration timeout) {
        if (!revision.stateless()) {
            return new McpRequest(method, params, timeout);
        }
        Json.Obj meta =
                ServerFacts.object(params, "_meta")
                        .with(META + "protocolVersion", revision.wire())
                        .with(META + "clientInfo", profile.info())
                        .with(META + "clientCapabilities", profile.capabilities());
        Map<String, String> all = new LinkedHashMap<>();
        if (http) {
            all.putAll(headers);
            all.put("MCP-Protocol-Version", revision.wire());
            all.put("Mcp-Method", method);
            name(method, params).ifPresent(it -> all.put("Mcp-Name", HeaderText.of(it)));
        }
        return new McpRequest(method, params.with("_meta", meta), all, timeout);
    }

    private static Optional<String> name(String method, Json.Obj params) {
        return switch (method) {
            case "tools/call", "prompts/get" -> params.text("name");
            case "resources/read" -> params.text("uri");
            default -> Optional.empty();
        };
    }

    /// Sends a notification, where the revision has it.
    public void sendNotification(String method, Json.Obj params)
            throws IOException, InterruptedException {
        channel.sendNotification(method, params);
    }

    /// All entries of a list, page by page, up to a limit.
    ///
    /// @param method such as `tools/list`
    /// @param field of the result, such as `tools`
    public List<Json.Obj> list(String method, String field, Duration timeout, RpcHandler meanwhile)
            throws RpcException, IOException, InterruptedException {
        List<Json.Obj> all = new ArrayList<>();
        Json.Obj params = Json.Obj.EMPTY;
        for (int page = 0; page < MOST_PAGES; page++) {
            Json.Obj result = request(method, params, Map.of(), timeout, meanwhile);
            if (result.find(field).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items)) {
                items.stream()
                        .filter(Json.Obj.class::isInstance)
                        .map(Json.Obj.class::cast)
                        .limit((long) MOST_ITEMS - all.size())
                        .forEach(all::add);
            }
            Optional<String> next = result.text("nextCursor");
            if (next.isEmpty() || all.size() >= MOST_ITEMS) {
                break;
            }
            params = Json.Obj.EMPTY.with("cursor", next.get());
        }
        return all;
    }

    /// Whether a request failed because its headers did not fit what the server knows of the tool
    /// now.
    public static boolean isHeaderMismatch(RpcException error) {
        return error.error().code() == HEADER_MISMATCH;
    }

    @Override
    public void close() {
        channel.close();
    }
}
