package dev.deft.agent.loop;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.session.CallMedia;
import dev.deft.codec.JsonText;
import dev.deft.discovery.FoundTools;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ToolDefinition;
import dev.deft.run.CallOrigin;
import dev.deft.run.ResolvedCall;
import dev.deft.run.SessionMemory;
import dev.deft.run.StepRunner;
import dev.deft.run.ToolCall;
import dev.deft.run.ToolRunner;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Offers tools to a model, runs its calls, and returns the results that the model reads.
public final class ModelCalls {

    private final ToolRunner runner;
    private final Repetition repetition;
    private final Consumer<RunEvent> events;
    private final ToolOffer offer;
    private final SessionMemory memory;
    private final Map<String, String> placeholders;
    private boolean permissionDenied;
    private Optional<ToolDefinitions> toolDefinitions = Optional.empty();

    /// @param memory has the tools that the model found by search
    /// @param placeholders what `${workspace}` and the like stand for in descriptions
    public ModelCalls(
            ToolRunner runner,
            Repetition repetition,
            ToolOffer offer,
            SessionMemory memory,
            Map<String, String> placeholders,
            Consumer<RunEvent> events) {
        this.runner = runner;
        this.repetition = repetition;
        this.offer = offer;
        this.memory = memory;
        this.placeholders = placeholders;
        this.events = events;
    }

    /// The values of the session.
    SessionMemory memory() {
        return memory;
    }

    /// The definitions of the offered tools.
    List<Json.Obj> definitions() {
        return toolDefinitions().definitions();
    }

    List<String> names() {
        return toolDefinitions().definitions().stream()
                .map(it -> it.text("name").orElse(""))
                .toList();
    }

    /// The definitions for the next request, with tools that the model has found. They are the same
    /// object until the tools, the rules or what was found change.
    ToolDefinitions toolDefinitions() {
        var basis =
                new Basis(
                        offer.changes().getAsLong(),
                        FoundTools.in(memory),
                        runner.dialect().tools());
        if (toolDefinitions.isEmpty() || !toolDefinitions.get().basis().equals(basis)) {
            toolDefinitions = Optional.of(define(basis));
        }
        return toolDefinitions.get();
    }

    private ToolDefinitions define(Basis basis) {
        List<DialectTool> offered = offer.of(runner.dialect(), Set.copyOf(basis.found()));
        if (toolDefinitions.filter(it -> it.offered().equals(offered)).isPresent()) {
            return toolDefinitions.get().on(basis);
        }
        List<Json.Obj> definitions = new ArrayList<>(offered.size());
        int chars = 0;
        for (DialectTool tool : offered) {
            Json.Obj definition = definition(tool, placeholders);
            definitions.add(definition);
            chars += JsonText.length(definition);
        }
        return new ToolDefinitions(basis, offered, List.copyOf(definitions), chars);
    }

    private static Json.Obj definition(DialectTool tool, Map<String, String> places) {
        Json.Obj whole = ToolDefinition.of(tool, places);
        return Json.Obj.EMPTY
                .with("name", tool.name())
                .with("description", whole.text("description").orElse(""))
                .with("parameters", whole.find("parameters").orElse(Json.Obj.EMPTY));
    }

    /// The tools of a request and their definitions.
    ///
    /// @param basis what they were made of
    record ToolDefinitions(
            Basis basis, List<DialectTool> offered, List<Json.Obj> definitions, int chars) {

        ToolDefinitions on(Basis other) {
            return new ToolDefinitions(other, offered, definitions, chars);
        }
    }

    /// What an offer depends on.
    ///
    /// @param changes of the rules
    /// @param found ids of tools that the model has found
    /// @param tools of the dialect
    record Basis(long changes, List<String> found, List<DialectTool> tools) {}

    /// Whether a call of the last step lacked a permission.
    boolean permissionDenied() {
        return permissionDenied;
    }

    /// Starts a turn: its calls do not repeat those of earlier turns.
    void beginTurn() {
        repetition.beginTurn();
    }

    /// Runs the calls of a step and returns a result for each, in order.
    ///
    /// @param cut names the truncated call, if any
    /// @param messageId the log entry of the answer
    List<Message.CallResult> run(List<Part.Call> wanted, TruncatedCalls cut, String messageId) {
        List<ResolvedCall> calls = new ArrayList<>();
        List<Repetition.RequestedCall> requested = new ArrayList<>();
        CallOrigin origin = CallOrigin.of(messageId);
        for (Part.Call call : wanted) {
            ToolCall made =
                    cut.isTruncated(call)
                            ? ToolCall.truncated(call.callId(), call.tool(), cut.message())
                            : ToolCall.of(call.callId(), call.tool(), call.arguments());
            ResolvedCall resolved = runner.resolve(made.withOrigin(origin));
            calls.add(resolved);
            requested.add(
                    Repetition.RequestedCall.of(call, call.argumentsJson(), watches(resolved)));
        }
        repetition.beforeStep(requested);
        for (Repetition.RequestedCall it : requested) {
            events.accept(
                    new RunEvent.ToolCall(
                            it.call().callId(), it.call().tool(), it.key().arguments()));
        }
        List<Envelope> envelopes = new StepRunner(runner, this::report).runResolved(calls);
        permissionDenied = false;
        List<Optional<String>> comparable = new ArrayList<>();
        List<Message.CallResult> results = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            Envelope envelope = envelopes.get(i);
            permissionDenied |= lacksPermission(envelope);
            comparable.add(comparableResult(envelope));
            results.add(modelResult(calls.get(i), envelope));
        }
        repetition.afterStep(requested, comparable);
        return results;
    }

    private static boolean watches(ResolvedCall call) {
        return call.tool().map(it -> it.spec().watches()).orElse(false);
    }

    /// The result without duration and sidecar, which differ each time; empty if it was denied.
    private static Optional<String> comparableResult(Envelope envelope) {
        return lacksPermission(envelope) ? Optional.empty() : Optional.of(text(envelope));
    }

    private static boolean lacksPermission(Envelope envelope) {
        return envelope.result() instanceof ToolResult.Failure(ErrorCode code, String _)
                && code == ErrorCode.PERMISSION_DENIED;
    }

    private static String text(Envelope envelope) {
        return switch (envelope.result()) {
            case ToolResult.Output output -> output.text();
            case ToolResult.Failure failure -> failure.message();
        };
    }

    private void report(ResolvedCall call, Envelope envelope) {
        events.accept(
                new RunEvent.ToolResult(
                        call.callId(),
                        call.call().tool(),
                        envelope.failed(),
                        title(envelope),
                        runner.dialect().render(call.tool(), envelope)));
    }

    private static String title(Envelope envelope) {
        return switch (envelope.result()) {
            case ToolResult.Output output -> output.title();
            case ToolResult.Failure failure -> failure.message();
        };
    }

    private Message.CallResult modelResult(ResolvedCall call, Envelope envelope) {
        return new Message.CallResult(
                call.callId(),
                runner.dialect().modelText(call.tool(), envelope),
                CallMedia.of(envelope),
                envelope.failed());
    }
}
