package dev.deft.agent.schedule;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The jobs of a workspace, as one call may use them.
public interface Jobs {

    /// All jobs, in the order they were added.
    List<StoredJob> list() throws IOException;

    /// Adds a job with at most the rights of the call's session.
    ///
    /// @throws IllegalArgumentException if the schedule, the zone, the prompt or the id is wrong
    ScheduledJob add(Request request) throws IOException;

    /// Removes a job.
    ///
    /// @return the removed entry; empty if there is none
    Optional<StoredJob> remove(String id) throws IOException;

    /// A job to add.
    ///
    /// @param zone the default of the dialect if it is empty
    /// @param id generated if it is empty
    record Request(String schedule, Optional<String> zone, String prompt, Optional<String> id) {}
}
