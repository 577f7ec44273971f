package dev.deft.agent.loop;

import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import dev.deft.run.Approver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// An event of a run, delivered to listeners in order.
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

    /// Text of the model.
    ///
    /// @param delta the text since the previous event
    record Text(String delta) implements RunEvent {}

    /// Reasoning of the model.
    ///
    /// @param delta the text since the previous event
    record Reasoning(String delta) implements RunEvent {}

    /// A call is about to enter the pipeline.
    ///
    /// @param id as the model gave it
    /// @param tool the name the model calls
    /// @param arguments of the call; a string if they are not JSON
    record ToolCall(String id, String tool, Json arguments) implements RunEvent {}

    /// Progress of a running call.
    ///
    /// @param text appended to earlier text; may be empty
    /// @param title one line for people that replaces an earlier one
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

    /// A call needs approval.
    ///
    /// @param request the call
    /// @param present whether an approver is present; otherwise the call is denied
    record ApprovalRequested(Approver.Request request, boolean present) implements RunEvent {}

    /// The model asks questions.
    ///
    /// @param id of the call
    /// @param questions of the model
    record QuestionsAsked(String id, Json questions) implements RunEvent {}

    /// The tokens of one request.
    ///
    /// @param usage the counts
    /// @param model that answered
    record TokenUsage(Usage usage, String model) implements RunEvent {}

    /// A summary replaced the older part of the conversation.
    ///
    /// @param summary its text
    record Compacted(String summary) implements RunEvent {}

    /// A request failed and is sent again.
    ///
    /// @param attempt the number of failures so far
    /// @param pause the delay before the next attempt
    /// @param why one sentence for people
    record Retry(int attempt, Duration pause, String why) implements RunEvent {}

    /// A picture of an answer was saved.
    ///
    /// @param attachment where it is
    record Attached(RunOutcome.Attachment attachment) implements RunEvent {}

    /// A message of the agent to the user, beside its answer.
    ///
    /// @param text of the message
    record Message(String text) implements RunEvent {}

    /// A warning for people.
    ///
    /// @param text one sentence
    record Warning(String text) implements RunEvent {}

    /// The run is over; the last event.
    ///
    /// @param outcome its result
    record Ended(RunOutcome outcome) implements RunEvent {}
}
