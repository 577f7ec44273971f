package dev.deft.agent.schedule;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Stores the jobs of a workspace, which instants were run, and the log of the runs. Several
/// processes may use it at once.
public interface ScheduleStore {

    /// All jobs, in the order they were added.
    List<StoredJob> jobs() throws IOException;

    /// Adds a job. It is durable when this returns.
    ///
    /// @throws JobExistsException if the id is taken
    /// @throws IOException if there are too many, or it cannot be written; nothing has changed then
    void add(ScheduledJob job) throws IOException;

    /// Replaces an entry with a job of this user.
    void replace(ScheduledJob job) throws IOException;

    /// Removes a job.
    ///
    /// @return the removed entry; empty if there is none
    Optional<StoredJob> remove(String id) throws IOException;

    /// Claims instants, each for one run. An instant at or before an earlier claim of its job is
    /// not claimed again, whoever asks, also after a crash or when the clock was set back.
    ///
    /// @param due the instants by job
    /// @return the jobs whose instants are now the caller's to run; the claims are durable
    Set<String> claim(Map<String, Instant> due) throws IOException;

    /// Begins a run.
    ///
    /// @return held while the job runs, and released by the end of the process; empty while another
    ///   run of the job is going on
    Optional<RunHold> begin(String job) throws IOException;

    /// Keeps a job from running twice at once.
    @FunctionalInterface
    interface RunHold extends AutoCloseable {

        @Override
        void close() throws IOException;
    }

    /// Appends to the log of runs.
    void record(List<JobRun> runs) throws IOException;

    /// The latest runs, the last one first, each with how far it got.
    List<JobRun> runs(int most) throws IOException;
}
