package dev.deft.agent.loop;

import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import dev.deft.run.Approver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What an onlooker learns about a run, in the order it happens.
public sealed interface RunEvent {

    /// A run begins.
    record Session(String sessionId, String model, String agent, List<String> tools)
            implements RunEvent {

        public Session {
            tools = List.copyOf(tools);
        }
    }

    /// The model says something.
    record Text(String delta) implements RunEvent {}

    /// The model thinks something.
    record Reasoning(String delta) implements RunEvent {}

    /// A call is about to go down the road.
    ///
    /// @param id as the model gave it
    /// @param arguments what it is called with; text where it is no JSON
    record ToolCall(String id, String tool, Json arguments) implements RunEvent {}

    /// A running call says how it is getting on.
    ///
    /// @param text adds to what was said before; empty when it says something else
    /// @param title one line for people, instead of an earlier one
    /// @param metadata for programs; a field replaces an earlier one of the same name
    record ToolProgress(String id, String text, Optional<String> title, Json.Obj metadata)
            implements RunEvent {}

    /// A call has ended.
    ///
    /// @param title one line for people
    /// @param result in the shape of the dialect
    record ToolResult(String id, String tool, boolean failed, String title, Json result)
            implements RunEvent {}

    /// Somebody has to decide.
    ///
    /// @param present whether anybody is there; else it is a no already
    record Asked(Approver.Request request, boolean present) implements RunEvent {}

    /// The model put questions.
    record Questioned(String id, Json questions) implements RunEvent {}

    /// What one request took.
    record Spent(Usage usage, String model) implements RunEvent {}

    /// A summary now stands for the older part of the conversation.
    record Compacted(String summary) implements RunEvent {}

    /// Something failed that may pass, and is tried again.
    record Retry(int attempt, Duration pause, String why) implements RunEvent {}

    /// Something a person should know.
    record Warning(String text) implements RunEvent {}

    /// The run is over.
    record Ended(RunOutcome outcome) implements RunEvent {}
}
