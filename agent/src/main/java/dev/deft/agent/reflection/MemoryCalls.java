package dev.deft.agent.reflection;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.session.CallMedia;
import dev.deft.json.Json;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ToolDefinition;
import dev.deft.run.ResolvedCall;
import dev.deft.run.ToolCall;
import dev.deft.run.ToolRunner;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The tools of a reflection, and its calls. Every call takes the way of all calls, past the gates.
///
/// @param places what `${workspace}` and the like stand for in descriptions
record MemoryCalls(ToolRunner runner, Map<String, String> places, Consumer<RunEvent> events) {

    /// By id. There is no `memory_list`: the list is in the prompt.
    static final Set<String> TOOLS =
            Set.of("memory_read", "memory_write", "memory_patch", "memory_append");

    List<Json.Obj> definitions() {
        return runner.dialect().tools().stream()
                .filter(it -> TOOLS.contains(it.spec().id()))
                .map(it -> definition(it))
                .toList();
    }

    private Json.Obj definition(DialectTool tool) {
        Json.Obj whole = ToolDefinition.of(tool, places);
        return Json.Obj.EMPTY
                .with("name", tool.name())
                .with("description", whole.text("description").orElse(""))
                .with("parameters", whole.find("parameters").orElse(Json.Obj.EMPTY));
    }

    /// Gives the calls of an answer ids that no other call of the session has.
    ///
    /// @param step the number of the answer
    static Message.Assistant renamed(Message.Assistant answer, String run, int step) {
        List<Part> parts = new ArrayList<>();
        for (Part part : answer.parts()) {
            parts.add(
                    part instanceof Part.Call call
                            ? new Part.Call(
                                    "reflection_%s_%d_%d".formatted(run, step, parts.size()),
                                    call.tool(),
                                    call.arguments())
                            : part);
        }
        return new Message.Assistant(parts);
    }

    Message.CallResult run(Part.Call call) {
        ResolvedCall resolved =
                runner.resolve(ToolCall.of(call.callId(), call.tool(), call.arguments()));
        boolean allowed = resolved.tool().filter(it -> TOOLS.contains(it.spec().id())).isPresent();
        if (!allowed) {
            return new Message.CallResult(
                    call.callId(),
                    "Only tools that read and write memory can be used here.",
                    List.of(),
                    true);
        }
        events.accept(new RunEvent.ToolCall(call.callId(), call.tool(), call.argumentsJson()));
        Envelope envelope = runner.run(resolved);
        events.accept(
                new RunEvent.ToolResult(
                        call.callId(),
                        call.tool(),
                        envelope.failed(),
                        title(envelope),
                        runner.dialect().render(resolved.tool(), envelope)));
        return new Message.CallResult(
                call.callId(),
                runner.dialect().modelText(resolved.tool(), envelope),
                CallMedia.of(envelope),
                envelope.failed());
    }

    private static String title(Envelope envelope) {
        return switch (envelope.result()) {
            case ToolResult.Output output -> output.title();
            case ToolResult.Failure failure -> failure.message();
        };
    }
}
