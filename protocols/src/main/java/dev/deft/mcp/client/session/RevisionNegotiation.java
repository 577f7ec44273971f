package dev.deft.mcp.client.session;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.client.transport.HttpStatusException;
import dev.deft.mcp.client.transport.McpChannel;
import dev.deft.mcp.client.transport.McpRequest;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import dev.deft.rpc.RpcTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Opens sessions: finds out which revision a server speaks, the newest first.
public final class RevisionNegotiation {

    /// Errors that only servers of the newer era send.
    private static final Set<Integer> MODERN_ERRORS =
            Set.of(McpSession.HEADER_MISMATCH, -32021, McpSession.UNSUPPORTED_VERSION);

    /// Statuses with which a server of the transport of 2024 answers a POST.
    private static final Set<Integer> OLDER_STATUSES = Set.of(400, 404, 405);

    private final ChannelFactory channels;
    private final ClientProfile profile;
    private final Optional<Revision> assumed;
    private final Duration timeout;
    private final RpcHandler always;

    /// @param assumed the revision to speak without asking; empty to find out
    /// @param timeout of the whole greeting
    /// @param always takes what belongs to no request, and is told of the end
    public RevisionNegotiation(
            ChannelFactory channels,
            ClientProfile profile,
            Optional<Revision> assumed,
            Duration timeout,
            RpcHandler always) {
        this.channels = channels;
        this.profile = profile;
        this.assumed = assumed;
        this.timeout = timeout;
        this.always = always;
    }

    /// Opens a session.
    ///
    /// @throws RpcException if the server refuses
    /// @throws IOException if it cannot be reached or does not answer in time
    public McpSession open() throws RpcException, IOException, InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        McpSession session = session(channels.open(always));
        try {
            if (assumed.isPresent() && assumed.get().stateless()) {
                session.agree(assumed.get(), ServerFacts.UNKNOWN);
                return session;
            }
            if (assumed.isEmpty() && discover(session, end)) {
                return session;
            }
            initialize(session, assumed.orElse(Revision.NEWEST_STATEFUL), rest(end));
            return session;
        } catch (HttpStatusException e) {
            session.close();
            if (!OLDER_STATUSES.contains(e.status())) {
                throw e;
            }
            return openOlder(e, end);
        } catch (RpcException | IOException | InterruptedException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private McpSession session(McpChannel channel) {
        return new McpSession(channel, profile, channels.isHttp(), this);
    }

    private static Duration rest(long end) {
        return Duration.ofNanos(Math.max(1, end - System.nanoTime()));
    }

    private McpSession openOlder(HttpStatusException why, long end)
            throws RpcException, IOException, InterruptedException {
        Optional<McpChannel> older;
        try {
            older = channels.openOlder(always);
        } catch (HttpStatusException _) {
            throw why;
        }
        if (older.isEmpty()) {
            throw why;
        }
        McpSession session = session(older.get());
        try {
            initialize(session, Revision.V2024_11_05, rest(end));
            return session;
        } catch (RpcException | IOException | InterruptedException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /// Asks the server whether it is of the newer era.
    ///
    /// @return whether it is; then the session is ready
    private boolean discover(McpSession session, long end)
            throws RpcException, IOException, InterruptedException {
        // A program of the older era may not answer at all.
        Duration most = channels.isHttp() ? rest(end) : rest(end).dividedBy(3);
        try {
            Json result = session.channel().request(probe(session, most), always);
            if (!(result instanceof Json.Obj found)) {
                return false;
            }
            Optional<Revision> common = newest(found, "supportedVersions");
            if (common.isEmpty() || !common.get().stateless()) {
                return false;
            }
            Json.Obj meta = ServerFacts.object(found, "_meta");
            Json.Obj info =
                    ServerFacts.object(meta, "io.modelcontextprotocol/serverInfo")
                            .withAll(ServerFacts.object(found, "serverInfo"));
            session.agree(common.get(), ServerFacts.of(found, info));
            return true;
        } catch (RpcException e) {
            if (!MODERN_ERRORS.contains(e.error().code())) {
                return false;
            }
            Optional<Revision> other = otherRevision(e.error());
            if (other.isEmpty()) {
                boolean older = common(e.error()).isPresent();
                if (older) {
                    return false;
                }
                throw e;
            }
            session.agree(other.get(), ServerFacts.UNKNOWN);
            return true;
        } catch (RpcTimeoutException e) {
            if (channels.isHttp()) {
                throw e;
            }
            return false;
        } catch (HttpStatusException e) {
            if (!OLDER_STATUSES.contains(e.status())) {
                throw e;
            }
            return false;
        }
    }

    private McpRequest probe(McpSession session, Duration most) {
        return session.shaped("server/discover", Json.Obj.EMPTY, Map.of(), most);
    }

    /// The revision of the newer era that a server wants instead.
    static Optional<Revision> otherRevision(RpcError error) {
        return common(error).filter(Revision::stateless);
    }

    private static Optional<Revision> common(RpcError error) {
        if (error.code() != McpSession.UNSUPPORTED_VERSION
                || !(error.data().orElse(Json.Null.VALUE) instanceof Json.Obj data)) {
            return Optional.empty();
        }
        return newest(data, "supported");
    }

    /// The newest revision in a list that we know.
    private static Optional<Revision> newest(Json.Obj from, String field) {
        if (!(from.find(field).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items))) {
            return Optional.empty();
        }
        return Arrays.stream(Revision.values())
                .filter(it -> items.contains(new Json.Str(it.wire())))
                .reduce((_, later) -> later);
    }

    private void initialize(McpSession session, Revision wanted, Duration most)
            throws RpcException, IOException, InterruptedException {
        Json answer =
                session.channel()
                        .request(
                                new McpRequest(
                                        "initialize",
                                        Json.Obj.EMPTY
                                                .with("protocolVersion", wanted.wire())
                                                .with("capabilities", profile.capabilities())
                                                .with("clientInfo", profile.info()),
                                        most),
                                always);
        if (!(answer instanceof Json.Obj result)) {
            throw new IOException("The server did not introduce itself.");
        }
        String version = result.text("protocolVersion").orElse("");
        Revision agreed =
                Revision.find(version)
                        .filter(it -> !it.stateless())
                        .orElseThrow(() ->
                                new IOException(
                                        "The server speaks the revision \"%s\", which is not known."
                                                .formatted(cut(version))));
        Json.Obj info = ServerFacts.object(result, "serverInfo");
        session.agree(agreed, ServerFacts.of(result, info));
        session.sendNotification("notifications/initialized", Json.Obj.EMPTY);
        session.channel().listen();
    }

    private static String cut(String text) {
        return text.length() > 40 ? text.substring(0, 40) : text;
    }

    /// Begins a new session where the server has forgotten the old one.
    void renew(McpSession session) throws RpcException, IOException, InterruptedException {
        initialize(session, session.revision(), timeout);
    }
}
