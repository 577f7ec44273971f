package dev.deft.agent.schedule;

import java.time.Instant;

/// Runs a job: sends its prompt to an agent and waits until the agent stops.
@FunctionalInterface
public interface JobRunner {

    /// Runs a job.
    ///
    /// @param started receives the id of the session before the agent begins
    /// @return how it ended
    /// @throws InterruptedException if the scheduler is being closed
    Ended run(ScheduledJob job, Instant due, SessionListener started) throws InterruptedException;

    /// Receives the session of a run.
    @FunctionalInterface
    interface SessionListener {

        void opened(String session);
    }

    /// How a run ended.
    ///
    /// @param text one line for people
    record Ended(JobRun.Status status, String text) {}
}
