package dev.deft.engine.hook;

import dev.deft.agent.context.Compaction;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Part;
import dev.deft.agent.session.Entry;
import dev.deft.engine.session.SessionHandles;
import dev.deft.json.Json;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The hooks of a session at the places where they are told; empty for most sessions.
public record RunHooks(Optional<SessionHooks> hooks) implements SessionHandles.Listener {

    private static final String SOURCE = "hook";

    /// The gate that asks hooks before a call.
    public Optional<Gate> gate() {
        return hooks.map(HooksGate::new);
    }

    @Override
    public ToolResult.Output told(PreparedCall<?> call, ToolResult.Output output)
            throws InterruptedException {
        return hooks.isEmpty()
                ? output
                : hooks.get().after(call.callId(), call.toolId(), call.arguments(), output);
    }

    /// Adds what hooks say to the conversation.
    @FunctionalInterface
    public interface Conversation {

        void add(Entry.User message) throws IOException;
    }

    /// Tells of an event; what hooks add goes to the conversation.
    ///
    /// @return why it must not happen
    public Optional<String> tell(String event, Json.Obj fields, Conversation conversation)
            throws IOException, InterruptedException {
        if (hooks.isEmpty()) {
            return Optional.empty();
        }
        SessionHooks.Answers answers = hooks.get().tell(event, fields);
        if (answers.context().isPresent()) {
            conversation.add(
                    new Entry.User(
                            List.of(new Part.Text(answers.context().get().strip())), SOURCE));
        }
        return answers.denied().or(answers::asked);
    }

    /// Tells of a compaction that begins. What hooks add goes into the request for the summary.
    public Compaction beforeCompaction(Compaction compact, Consumer<RunEvent> events) {
        try {
            var added = new StringBuilder();
            var _ =
                    tell(
                            "before_compaction",
                            Json.Obj.EMPTY,
                            it -> added.append("\n\n").append(text(List.of(it))));
            return added.isEmpty()
                    ? compact
                    : new Compaction(compact.model(), compact.prompt() + added);
        } catch (IOException e) {
            events.accept(new RunEvent.Warning("A hook could not be told: " + e.getMessage()));
            return compact;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return compact;
        }
    }

    /// The messages that a turn begins with.
    public static Json.Obj prompt(List<Entry.User> messages) {
        return Json.Obj.EMPTY.with("prompt", text(messages));
    }

    private static String text(List<Entry.User> messages) {
        return messages.stream()
                .flatMap(it -> it.parts().stream())
                .filter(Part.Text.class::isInstance)
                .map(it -> ((Part.Text) it).text())
                .collect(Collectors.joining("\n"));
    }

    public static Json.Obj outcome(RunOutcome outcome) {
        return Json.Obj.EMPTY
                .with("status", outcome.status().name().toLowerCase(Locale.ROOT))
                .with("text", outcome.text());
    }
}
