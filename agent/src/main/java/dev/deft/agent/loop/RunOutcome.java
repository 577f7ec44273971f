package dev.deft.agent.loop;

import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// The result of a run.
///
/// @param status how it ended
/// @param text the last text of the model
/// @param sessionId the id of the session
/// @param steps how many answers the model gave
/// @param usage the sum over all requests
/// @param cost estimated, in dollars; empty if the price of the model is unknown
/// @param filesChanged relative to the root
/// @param error why it did not succeed
/// @param attachments the pictures of the model's answers
/// @param structured the answer as JSON, if the agent has an [AnswerSchema] and the answer fits it
public record RunOutcome(
        Status status,
        String text,
        String sessionId,
        int steps,
        Usage usage,
        OptionalDouble cost,
        List<String> filesChanged,
        Optional<String> error,
        List<Attachment> attachments,
        Optional<Json> structured) {

    static final String INTERRUPTED = "The run was interrupted.";

    /// Copies the lists.
    public RunOutcome {
        filesChanged = List.copyOf(filesChanged);
        attachments = List.copyOf(attachments);
    }

    /// A result without a structured answer.
    ///
    /// @param status how it ended
    /// @param text the last text of the model
    /// @param sessionId the id of the session
    /// @param steps how many answers the model gave
    /// @param usage the sum over all requests
    /// @param cost estimated, in dollars; empty if the price of the model is unknown
    /// @param filesChanged relative to the root
    /// @param error why it did not succeed
    /// @param attachments the pictures of the model's answers
    public RunOutcome(
            Status status,
            String text,
            String sessionId,
            int steps,
            Usage usage,
            OptionalDouble cost,
            List<String> filesChanged,
            Optional<String> error,
            List<Attachment> attachments) {
        this(
                status,
                text,
                sessionId,
                steps,
                usage,
                cost,
                filesChanged,
                error,
                attachments,
                Optional.empty());
    }

    /// A result without attachments.
    ///
    /// @param status how it ended
    /// @param text the last text of the model
    /// @param sessionId the id of the session
    /// @param steps how many answers the model gave
    /// @param usage the sum over all requests
    /// @param cost estimated, in dollars; empty if the price of the model is unknown
    /// @param filesChanged relative to the root
    /// @param error why it did not succeed
    public RunOutcome(
            Status status,
            String text,
            String sessionId,
            int steps,
            Usage usage,
            OptionalDouble cost,
            List<String> filesChanged,
            Optional<String> error) {
        this(status, text, sessionId, steps, usage, cost, filesChanged, error, List.of());
    }

    /// A picture of an answer.
    ///
    /// @param path where it was saved, beside the log of the session
    /// @param mimeType such as `image/png`
    /// @param bytes its size
    public record Attachment(String path, String mimeType, long bytes) {}

    /// {@return a run that failed before the model was asked}
    ///
    /// @param sessionId of the session
    /// @param error why, in one sentence
    public static RunOutcome failed(String sessionId, String error) {
        return new RunOutcome(
                Status.FAILED,
                "",
                sessionId,
                0,
                Usage.NONE,
                OptionalDouble.empty(),
                List.of(),
                Optional.of(error));
    }

    /// {@return a run that was interrupted before it began}
    ///
    /// @param sessionId of the session
    public static RunOutcome aborted(String sessionId) {
        return failed(sessionId, INTERRUPTED).aborted();
    }

    /// {@return what this run did, and that it was interrupted then}
    public RunOutcome aborted() {
        return new RunOutcome(
                Status.ABORTED,
                text,
                sessionId,
                steps,
                usage,
                cost,
                filesChanged,
                Optional.of(INTERRUPTED),
                attachments);
    }

    /// {@return the same outcome with another text}
    ///
    /// @param other what the user sees
    public RunOutcome withText(String other) {
        return new RunOutcome(
                status,
                other,
                sessionId,
                steps,
                usage,
                cost,
                filesChanged,
                error,
                attachments,
                structured);
    }

    RunOutcome withStructured(Json value) {
        return new RunOutcome(
                status,
                text,
                sessionId,
                steps,
                usage,
                cost,
                filesChanged,
                error,
                attachments,
                Optional.of(value));
    }

    RunOutcome withFilesChanged(List<String> files) {
        return new RunOutcome(
                status, text, sessionId, steps, usage, cost, files, error, attachments, structured);
    }

    /// How it ended.
    public enum Status {
        /// The model finished its answer.
        DONE,
        /// The model gave no answer, or the session could not be read or written.
        FAILED,
        /// A permission was missing at the end.
        DENIED,
        /// It was interrupted.
        ABORTED,
        /// A limit on steps or cost was reached.
        LIMIT,
        /// The agent asked for a restart of its process; the run goes on after it.
        RESTART;

        /// Reads the spelling of events and logs; an unknown one is `FAILED`.
        static Status of(String wire) {
            for (Status it : values()) {
                if (it.wire().equals(wire)) {
                    return it;
                }
            }
            return FAILED;
        }

        /// {@return the spelling in events and logs, such as `done`}
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
