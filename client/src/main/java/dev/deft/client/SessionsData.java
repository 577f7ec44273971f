package dev.deft.client;

import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about sessions.
public final class SessionsData {
    private SessionsData() {}

    /// `CompactOrder` of the API.
    ///
    /// @param wishes What the summary is to keep
    public record CompactOrder(Optional<String> wishes) {

        /// Without what may be left out.
        public CompactOrder() {
            this(Optional.empty());
        }

        /// The same with `wishes`.
        public CompactOrder withWishes(String value) {
            return new CompactOrder(Optional.of(value));
        }
    }

    /// `CompactView` of the API.
    ///
    /// @param summary Absent if there is nothing to sum up
    public record CompactView(Optional<String> summary) {}

    /// `ContextPart` of the API.
    public record ContextPart(String name, long tokens) {}

    /// `ContextView` of the API.
    public record ContextView(long tokens, long window, List<SessionsData.ContextPart> parts) {}

    /// `EntriesView` of the API.
    ///
    /// @param items As the log has them, without what chains and signs them
    /// @param first The number of the first entry of the session; 0 if it has none
    /// @param last The number of its last entry
    public record EntriesView(List<Json.Obj> items, long first, long last) {}

    /// `FileOrder` of the API.
    ///
    /// @param name Its name
    /// @param mimeType Its type, such as `image/png`; the content decides
    /// @param data Its content, as Base64
    public record FileOrder(String name, Optional<String> mimeType, String data) {

        /// Without what may be left out.
        public FileOrder(String name, String data) {
            this(name, Optional.empty(), data);
        }

        /// The same with `mimeType`.
        public FileOrder withMimeType(String value) {
            return new FileOrder(name, Optional.of(value), data);
        }
    }

    /// `MessageOrder` of the API.
    ///
    /// @param text What to say
    /// @param attachments Files that go with it: text and pictures
    public record MessageOrder(
            Optional<String> text, Optional<List<SessionsData.FileOrder>> attachments) {

        /// Without what may be left out.
        public MessageOrder() {
            this(Optional.empty(), Optional.empty());
        }

        /// The same with `text`.
        public MessageOrder withText(String value) {
            return new MessageOrder(Optional.of(value), attachments);
        }

        /// The same with `attachments`.
        public MessageOrder withAttachments(List<SessionsData.FileOrder> value) {
            return new MessageOrder(text, Optional.of(value));
        }
    }

    /// `MessageSent` of the API.
    ///
    /// @param state `running` if the agent takes it up now, `queued` if it waits for the current
    ///   run
    public record MessageSent(String messageId, String state) {}

    /// `SessionChange` of the API.
    ///
    /// @param title Its title
    /// @param agent The name of its agent from now on
    /// @param model The name of its model from now on
    public record SessionChange(
            Optional<String> title, Optional<String> agent, Optional<String> model) {

        /// Without what may be left out.
        public SessionChange() {
            this(Optional.empty(), Optional.empty(), Optional.empty());
        }

        /// The same with `title`.
        public SessionChange withTitle(String value) {
            return new SessionChange(Optional.of(value), agent, model);
        }

        /// The same with `agent`.
        public SessionChange withAgent(String value) {
            return new SessionChange(title, Optional.of(value), model);
        }

        /// The same with `model`.
        public SessionChange withModel(String value) {
            return new SessionChange(title, agent, Optional.of(value));
        }
    }

    /// `SessionOrder` of the API.
    ///
    /// @param id Its id: letters, digits, - and _; one is made if it is absent
    /// @param agent The name of its agent
    /// @param model The name of its model, such as `anthropic/claude-sonnet-5`
    /// @param title Its title
    /// @param message Its first message
    /// @param attachments Files that go with the message
    public record SessionOrder(
            Optional<String> id,
            Optional<String> agent,
            Optional<String> model,
            Optional<String> title,
            Optional<String> message,
            Optional<List<SessionsData.FileOrder>> attachments) {

        /// Without what may be left out.
        public SessionOrder() {
            this(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        /// The same with `id`.
        public SessionOrder withId(String value) {
            return new SessionOrder(Optional.of(value), agent, model, title, message, attachments);
        }

        /// The same with `agent`.
        public SessionOrder withAgent(String value) {
            return new SessionOrder(id, Optional.of(value), model, title, message, attachments);
        }

        /// The same with `model`.
        public SessionOrder withModel(String value) {
            return new SessionOrder(id, agent, Optional.of(value), title, message, attachments);
        }

        /// The same with `title`.
        public SessionOrder withTitle(String value) {
            return new SessionOrder(id, agent, model, Optional.of(value), message, attachments);
        }

        /// The same with `message`.
        public SessionOrder withMessage(String value) {
            return new SessionOrder(id, agent, model, title, Optional.of(value), attachments);
        }

        /// The same with `attachments`.
        public SessionOrder withAttachments(List<SessionsData.FileOrder> value) {
            return new SessionOrder(id, agent, model, title, message, Optional.of(value));
        }
    }

    /// `SessionStats` of the API.
    public record SessionStats(List<SessionsData.ToolUse> tools, List<SessionsData.Span> spans) {}

    /// `SessionView` of the API.
    ///
    /// @param workspace The id of its workspace
    /// @param id Its id, unique in the workspace
    /// @param title Its title; the first message if it has none
    /// @param state `idle`, `running`, `waiting` for an approval or an answer, or `interrupted` if
    ///   its server died in a run
    /// @param agent The name of its agent
    /// @param model The name of its model
    /// @param created When it began
    /// @param modified When it was last written to
    /// @param turns How many messages it was sent
    /// @param parent The session that started it, for one of a sub-agent
    /// @param server The server that has it open
    /// @param queued How many messages wait for the current run to end
    /// @param requestsOpen How many approvals and questions are open
    /// @param here Whether it is open in the server that answers
    /// @param url The address of the session
    public record SessionView(
            String workspace,
            String id,
            String title,
            String state,
            Optional<String> agent,
            Optional<String> model,
            Optional<String> created,
            String modified,
            long turns,
            SessionsData.UsageView usage,
            Optional<SessionsData.WindowView> context,
            Optional<String> parent,
            Optional<String> server,
            long queued,
            long requestsOpen,
            boolean here,
            String url) {}

    /// `Span` of the API.
    ///
    /// @param parent The span it is part of
    /// @param kind `turn`, `step`, `model`, `call` or `subagent`
    /// @param startMs Since the first entry of the session
    /// @param session The session of a sub-agent
    public record Span(
            String id,
            Optional<String> parent,
            String kind,
            String name,
            long startMs,
            long durationMs,
            Optional<Long> inputTokens,
            Optional<Long> outputTokens,
            Optional<String> session) {}

    /// `Stopped` of the API.
    public record Stopped(boolean interrupted) {}

    /// `ToolUse` of the API.
    public record ToolUse(String tool, long calls, long failures, long averageMs) {}

    /// `UsageView` of the API.
    ///
    /// @param costUsd Estimated; absent if a price is not known
    public record UsageView(
            long inputTokens,
            long outputTokens,
            long cacheRead,
            long cacheWrite,
            Optional<Double> costUsd) {}

    /// `WindowView` of the API.
    public record WindowView(long tokens, long window) {}
}
