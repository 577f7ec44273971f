package dev.deft.mcp.server.method;

import dev.deft.engine.Session;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.server.feature.InputRequest;
import dev.deft.mcp.server.feature.McpCaller;
import dev.deft.mcp.server.feature.McpLogLevel;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// A request while it is answered.
final class Exchange implements McpCaller {

    private final ClientFacts client;
    private final ClientSession session;
    private volatile ClientLink link;
    private volatile Optional<Json> progressToken;
    private double lastProgress = Double.NEGATIVE_INFINITY;
    private volatile Optional<String> missing = Optional.empty();

    Exchange(ClientFacts client, ClientSession session, ClientLink link, Json.Obj params) {
        this.client = client;
        this.session = session;
        this.link = link;
        this.progressToken = progressToken(params);
    }

    /// What is known of a client.
    ///
    /// @param capabilities as the client listed them
    /// @param logLevel the least serious messages that it wants; empty for none
    record ClientFacts(Revision revision, Json.Obj capabilities, Optional<McpLogLevel> logLevel) {}

    private static Optional<Json> progressToken(Json.Obj params) {
        return params.find("_meta")
                .flatMap(it ->
                        it instanceof Json.Obj meta ? meta.find("progressToken") : Optional.empty())
                .filter(it -> it instanceof Json.Str || it instanceof Json.Num);
    }

    Revision revision() {
        return client.revision();
    }

    boolean wantsProgress() {
        return progressToken.isPresent();
    }

    /// The client has sent its request again: notifications belong to the new one.
    synchronized void continueOn(ClientLink other, Json.Obj params) {
        link = other;
        progressToken = progressToken(params);
        lastProgress = Double.NEGATIVE_INFINITY;
    }

    /// The capability that the client was asked for and does not have.
    Optional<String> missing() {
        return missing;
    }

    @Override
    public boolean supports(String capability) {
        Optional<Json> found = client.capabilities().find(capability);
        if (!(found.orElse(Json.Null.VALUE) instanceof Json.Obj settings)) {
            return false;
        }
        return !capability.equals("elicitation")
                || settings.fields().isEmpty()
                || settings.find("form").isPresent();
    }

    @Override
    public Map<String, Json.Obj> ask(Map<String, InputRequest> requests)
            throws IOException, InterruptedException {
        for (InputRequest it : requests.values()) {
            if (!supports(it.capability())) {
                missing = Optional.of(it.capability());
                throw new HostException(
                        ErrorCode.UNAVAILABLE,
                        "This needs a client with the capability %s.".formatted(it.capability()));
            }
        }
        return link.ask(requests);
    }

    @Override
    public void log(McpLogLevel level, Optional<String> logger, Json data) {
        if (client.logLevel().isEmpty() || level.compareTo(client.logLevel().get()) < 0) {
            return;
        }
        Json.Obj params = Json.Obj.EMPTY.with("level", level.wire()).with("data", data);
        link.tell(
                "notifications/message",
                logger.isPresent() ? params.with("logger", logger.get()) : params);
    }

    @Override
    public synchronized void progress(double done, OptionalDouble total, Optional<String> message) {
        if (progressToken.isEmpty() || done <= lastProgress) {
            return;
        }
        lastProgress = done;
        Json.Obj params =
                Json.Obj.EMPTY
                        .with("progressToken", progressToken.get())
                        .with("progress", Json.Num.of(done));
        if (total.isPresent()) {
            params = params.with("total", Json.Num.of(total.getAsDouble()));
        }
        if (message.isPresent() && client.revision().since(Revision.V2025_03_26)) {
            params = params.with("message", message.get());
        }
        link.tell("notifications/progress", params);
    }

    /// The next step of something without figures.
    synchronized void step(Optional<String> message) {
        double next = Double.isInfinite(lastProgress) ? 0 : lastProgress + 1;
        progress(next, OptionalDouble.empty(), message);
    }

    @Override
    public Session session() throws IOException {
        return session.tools();
    }

    @Override
    public Session defaultSession() throws IOException {
        return session.files();
    }
}
