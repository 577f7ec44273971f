package dev.deft.engine;

import dev.deft.agent.schedule.ScheduledJob;
import java.io.IOException;

/// Sets the agent and the model of the session in which a scheduled job runs.
@FunctionalInterface
public interface JobSetup {

    /// Runs jobs with the standard agent and the model of the engine.
    JobSetup STANDARD = (session, _) -> session;

    /// Prepares a session. Whatever is set here, the run may do no more than its job, and nobody is
    /// asked.
    ///
    /// @param session to set the agent and the model of
    /// @param job that will run in it
    /// @return the session
    /// @throws IOException if the configuration cannot be read; the run fails with this message
    SessionBuilder prepare(SessionBuilder session, ScheduledJob job) throws IOException;
}
