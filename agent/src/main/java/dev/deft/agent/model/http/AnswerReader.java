package dev.deft.agent.model.http;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Usage;
import java.io.IOException;
import java.util.Optional;

/// Puts one answer together from the events of one stream. What it does not know it skips.
public interface AnswerReader {

    /// Takes one event in.
    ///
    /// @throws ProviderException when the event is an objection
    /// @throws IOException when the event cannot be understood, which is the same as a broken
    ///   stream
    void read(ServerEvent event) throws IOException;

    /// Whether nothing that matters can follow.
    boolean complete();

    /// What the provider has counted so far, and what it did not count estimated; nothing where no
    /// answer has begun. For an answer that will not be finished.
    Usage usage();

    /// The answer, if all of it has arrived. Asked when the stream is over, in whatever way.
    Optional<Answer> answer();
}
