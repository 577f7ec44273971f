package dev.deft.agent.schedule;

import java.io.IOException;

/// The id of a new job is taken.
public final class JobExistsException extends IOException {

    private static final long serialVersionUID = 1L;

    /// @param id of the job that is there
    public JobExistsException(String id) {
        super("There is a job %s already; remove it first, or choose another id.".formatted(id));
    }
}
