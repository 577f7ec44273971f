package dev.deft.agent.loop;

import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import dev.deft.run.Approver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a listener learns about a run, in the order it happens.
public sealed interface RunEvent {

    /// A run begins.
    ///
    /// @param sessionId what the session is reopened with
    /// @param model the name of the model
    /// @param agent the name of the agent
    /// @param tools the names of the tools the model is offered
    record Session(String sessionId, String model, String agent, List<String> tools)
            implements RunEvent {

        /// Copies the list.
        public Session {
            tools = List.copyOf(tools);
        }
    }

    /// The model says something.
    ///
    /// @param delta what is new since the event before
    record Text(String delta) implements RunEvent {}

    /// The model thinks something.
    ///
    /// @param delta what is new since the event before
    record Reasoning(String delta) implements RunEvent {}

    /// A call is about to enter the pipeline.
    ///
    /// @param id as the model gave it
    /// @param tool the name the model calls
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
    /// @param id as the model gave it
    /// @param tool the name the model called
    /// @param failed whether it ended with an error
    /// @param title one line for people
    /// @param result in the shape of the dialect
    record ToolResult(String id, String tool, boolean failed, String title, Json result)
            implements RunEvent {}

    /// Somebody has to decide.
    ///
    /// @param request what about
    /// @param present whether anybody is there; else it is a no already
    record ApprovalRequested(Approver.Request request, boolean present) implements RunEvent {}

    /// The model asks questions.
    ///
    /// @param id of the call
    /// @param questions as the model put them
    record QuestionsAsked(String id, Json questions) implements RunEvent {}

    /// What one request took.
    ///
    /// @param usage in tokens
    /// @param model that answered
    record TokenUsage(Usage usage, String model) implements RunEvent {}

    /// A summary now stands for the older part of the conversation.
    ///
    /// @param summary its text
    record Compacted(String summary) implements RunEvent {}

    /// Something failed that may pass, and is tried again.
    ///
    /// @param attempt how many times it failed so far
    /// @param pause how long it waits
    /// @param why one sentence for people
    record Retry(int attempt, Duration pause, String why) implements RunEvent {}

    /// Something a person should know.
    ///
    /// @param text one sentence
    record Warning(String text) implements RunEvent {}

    /// The run is over; the last event.
    ///
    /// @param outcome what came of it
    record Ended(RunOutcome outcome) implements RunEvent {}
}
