package dev.deft.agent.schedule;

import java.time.Instant;

/// One run of a job, or why there was none.
///
/// @param run identifies the run
/// @param due the instant of the schedule
/// @param at when this was recorded
/// @param session in which it ran; may be empty
/// @param status how far it got
/// @param text one line for people
public record JobRun(
        String run,
        String job,
        Instant due,
        Instant at,
        String session,
        Status status,
        String text) {

    /// How far a run got.
    public enum Status {
        /// It has begun and not ended, as far as the log knows.
        STARTED,
        DONE,
        /// It ended without success; the text says why.
        FAILED,
        /// It was not started; the text says why.
        SKIPPED,
        /// Its process ended before it did.
        INTERRUPTED
    }

    /// The same run, as far as it got later.
    public JobRun with(Status other, Instant now, String why) {
        return new JobRun(run, job, due, now, session, other, why);
    }
}
