package dev.deft.agent.model.http;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Usage;
import java.io.IOException;
import java.util.Optional;

/// Builds an answer from the events of a stream. Unknown events are skipped.
public interface AnswerReader {

    /// Reads one event.
    ///
    /// @throws ProviderException when the event is an error
    /// @throws IOException when the event is malformed, which counts as a broken stream
    void read(ServerEvent event) throws IOException;

    /// Whether the answer is complete.
    boolean complete();

    /// The tokens of an incomplete answer: what the provider has counted, the rest estimated; none
    /// if no answer has begun.
    Usage usage();

    /// The answer, if it is complete; called when the stream has ended.
    Optional<Answer> answer();
}
