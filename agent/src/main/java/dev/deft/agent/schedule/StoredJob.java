package dev.deft.agent.schedule;

import dev.deft.json.Json;
import java.util.Optional;

/// An entry of the list of jobs, whoever wrote it.
///
/// @param json as stored
/// @param job empty if the entry is damaged
/// @param status whether it may run
/// @param problem why it is damaged; empty otherwise
public record StoredJob(
        String id, Json.Obj json, Optional<ScheduledJob> job, Status status, String problem) {

    /// Whether a job may run.
    public enum Status {
        /// This user made it, in this workspace.
        OWN,
        /// Somebody else wrote or changed it, or the workspace was moved. It does not run.
        FOREIGN,
        /// It cannot be read.
        DAMAGED
    }

    /// The job, if it may run.
    public Optional<ScheduledJob> trusted() {
        return status == Status.OWN ? job : Optional.empty();
    }
}
