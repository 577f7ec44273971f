package dev.deft.host;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The session of a call, with the values it keeps between calls. Calls may use it concurrently.
public interface HostSession {

    /// {@return the id of the session, as in `--session`}
    String id();

    /// {@return the environment variables of the commands of this session}
    Variables variables();

    /// {@return the value last saved under a name, also before a restart}
    ///
    /// @param <T> the type of the value
    /// @param name such as `todo`
    /// @param type the record class of the value
    /// @throws IOException if the log cannot be read, or the value does not match the record
    <T extends Record> Optional<T> load(String name, Class<T> type) throws IOException;

    /// Saves a value under a name. It is durable when this method returns.
    ///
    /// @param name such as `todo`
    /// @param value replaces an earlier one; it is stored as JSON
    /// @throws IOException if it cannot be written; the earlier value remains
    void save(String name, Record value) throws IOException;

    /// Asks the user and waits for the answers.
    ///
    /// @param questions to show together
    /// @return a list of answers for each question; empty for a skipped question
    /// @throws HostException with [ErrorCode#REFUSED] if nobody can answer
    /// @throws IOException if the user cannot be reached
    /// @throws InterruptedException if the call was cancelled
    List<List<String>> ask(List<Question> questions) throws IOException, InterruptedException;
}
