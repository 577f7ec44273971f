package dev.deft.agent.schedule;

import java.time.Instant;
import java.util.Optional;

/// What a scheduler tells its owner.
public sealed interface SchedulerEvent {

    /// It waits.
    ///
    /// @param next when the next job is due; empty if there is none
    /// @param jobs how many jobs may run
    record Waiting(Optional<Instant> next, int jobs) implements SchedulerEvent {}

    /// A run began.
    record Started(ScheduledJob job, JobRun run) implements SchedulerEvent {}

    /// A run ended.
    record Finished(ScheduledJob job, JobRun run) implements SchedulerEvent {}

    /// A run was due and not started.
    record Skipped(ScheduledJob job, JobRun run) implements SchedulerEvent {}

    /// Something that the user should know.
    ///
    /// @param text one sentence
    record Notice(String text) implements SchedulerEvent {}
}
