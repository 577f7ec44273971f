package dev.deft.mcp.server.method;

import dev.deft.engine.Session;
import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.registry.DialectTool;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.run.CallEvent;
import dev.deft.run.CallEvents;
import dev.deft.run.ToolCall;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/// `tools/list` and `tools/call`.
final class ToolMethods {

    private final McpCallers callers;
    private final Map<String, String> places;
    private final AtomicLong calls = new AtomicLong();

    /// @param places what descriptions say about this workspace, by placeholder
    ToolMethods(McpCallers callers, Map<String, String> places) {
        this.callers = callers;
        this.places = Map.copyOf(places);
    }

    Json.Obj list(Json.Obj params, Exchange exchange) throws RpcException, IOException {
        return Listing.page("tools", definitions(exchange), params);
    }

    /// In the order of the dialect, which does not change between requests.
    private List<Json.Obj> definitions(Exchange exchange) throws IOException {
        return exchange.session().dialect().tools().stream()
                .filter(it -> it.unavailable().isEmpty())
                .map(it -> definition(it, exchange.revision()))
                .toList();
    }

    private Json.Obj definition(DialectTool tool, Revision revision) {
        Json.Obj definition =
                Json.Obj.EMPTY
                        .with("name", tool.name())
                        .with("description", tool.describe(places))
                        .with("inputSchema", ToolSchemas.input(tool));
        if (revision.since(Revision.V2025_06_18)) {
            Optional<Json.Obj> output = ToolSchemas.output(tool);
            definition =
                    output.isPresent() ? definition.with("outputSchema", output.get()) : definition;
        }
        return revision.since(Revision.V2025_03_26)
                ? definition.with("annotations", ToolHints.of(tool.spec()))
                : definition;
    }

    Json.Obj call(Json.Obj params, Exchange exchange) throws RpcException, IOException {
        String name =
                params.text("name")
                        .orElseThrow(() ->
                                RpcException.invalidParams("The field name must be a string."));
        Json arguments = params.find("arguments").orElse(Json.Obj.EMPTY);
        if (!(arguments instanceof Json.Obj)) {
            throw RpcException.invalidParams("The field arguments must be an object.");
        }
        Session session = exchange.session();
        DialectTool tool =
                session.dialect()
                        .find(name)
                        .orElseThrow(() ->
                                RpcException.invalidParams("Unknown tool: %s".formatted(name)));
        String callId = "mcp_" + calls.incrementAndGet();
        Session.Answered answered;
        try (var _ = callers.enter(callId, exchange);
                var _ = progress(callId, session, exchange)) {
            answered = session.answer(ToolCall.of(callId, name, arguments));
        }
        requireCapability(exchange);
        return ResultContent.of(
                answered.envelope(),
                session.dialect().modelText(Optional.of(tool), answered.envelope()),
                exchange.revision());
    }

    /// Closing it waits until all progress of the call was sent.
    private static CallEvents.Subscription progress(
            String callId, Session session, Exchange exchange) {
        return exchange.wantsProgress()
                ? session.events().subscribe(it -> tell(it, callId, exchange))
                : () -> {};
    }

    private static void tell(CallEvent event, String callId, Exchange exchange) {
        if (!(event instanceof CallEvent.Progressed said) || !said.callId().equals(callId)) {
            return;
        }
        Optional<String> message =
                said.title().or(() -> Optional.of(said.text().strip())).filter(it -> !it.isEmpty());
        OptionalDouble done = figure(said.metadata(), "progress");
        if (done.isPresent()) {
            exchange.progress(done.getAsDouble(), figure(said.metadata(), "total"), message);
        } else {
            exchange.step(message);
        }
    }

    private static OptionalDouble figure(Json.Obj metadata, String name) {
        return metadata.find(name).orElse(Json.Null.VALUE) instanceof Json.Num number
                ? OptionalDouble.of(number.asDouble())
                : OptionalDouble.empty();
    }

    /// In the stateless era a client is told what it lacks, whatever the tool made of it.
    private static void requireCapability(Exchange exchange) throws RpcException {
        if (exchange.missing().isEmpty() || !exchange.revision().stateless()) {
            return;
        }
        String name = exchange.missing().get();
        throw new RpcException(
                RpcError.of(
                                ErrorCodes.MISSING_CAPABILITY,
                                "This needs a client with the capability %s.".formatted(name))
                        .with(
                                Json.Obj.EMPTY.with(
                                        "requiredCapabilities",
                                        Json.Obj.EMPTY.with(name, Json.Obj.EMPTY))));
    }
}
