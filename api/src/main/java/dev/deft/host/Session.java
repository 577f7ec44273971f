package dev.deft.host;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The conversation a call belongs to, and what it remembers between calls.
public interface Session {

    String id();

    /// The environment variables as commands of this session see them.
    Variables variables();

    /// What was last kept under this name, also before a restart.
    <T extends Record> Optional<T> recall(String name, Class<T> type) throws IOException;

    /// Keeps a value under a name such as `todo`; it is durable when this returns.
    void keep(String name, Record value) throws IOException;

    /// Puts questions to the person in front of the session, and waits.
    ///
    /// @return one list of answers for each question; an empty one was skipped
    /// @throws HostException with [ErrorCode#REFUSED] where nobody is there to answer
    List<List<String>> ask(List<Question> questions) throws IOException, InterruptedException;
}
