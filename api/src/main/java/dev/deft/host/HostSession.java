package dev.deft.host;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The conversation a call belongs to, and what it remembers between calls. Safe for calls that run
/// side by side.
public interface HostSession {

    /// {@return the name of the session, as `--session` takes it}
    String id();

    /// {@return the environment variables as commands of this session see them}
    Variables variables();

    /// {@return what was last kept under a name, also before a restart}
    ///
    /// @param <T> the type it was kept as
    /// @param name such as `todo`
    /// @param type the record it was kept as
    /// @throws IOException when the log cannot be read, or holds a value that does not fit the
    ///   record
    <T extends Record> Optional<T> load(String name, Class<T> type) throws IOException;

    /// Keeps a value under a name. It is durable when this method returns.
    ///
    /// @param name such as `todo`; a later value replaces the one before
    /// @param value is stored as JSON
    /// @throws IOException when it cannot be written; the value before then stands
    void save(String name, Record value) throws IOException;

    /// Asks the person in front of the session, and waits.
    ///
    /// @param questions to be shown together
    /// @return one list of answers for each question; an empty one was skipped
    /// @throws HostException with [ErrorCode#REFUSED] where nobody is there to answer
    /// @throws IOException when the way to the person broke
    /// @throws InterruptedException when the call was cancelled
    List<List<String>> ask(List<Question> questions) throws IOException, InterruptedException;
}
