package dev.deft.engine;

import dev.deft.agent.schedule.Jobs;
import dev.deft.agent.schedule.ScheduleStore;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.agent.schedule.StoredJob;
import dev.deft.agent.session.SessionWriter;
import dev.deft.os.CallLifetime;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The jobs of the workspace, for a call of a session.
///
/// @param session is stored when it makes a job that shall wake it
record SessionJobs(
        ScheduleStore store, JobMaker maker, SessionWriter session, CallLifetime lifetime)
        implements Jobs {

    @Override
    public List<StoredJob> list() throws IOException {
        lifetime.check();
        return store.jobs();
    }

    @Override
    public ScheduledJob add(Request request) throws IOException {
        lifetime.checkEffect();
        ScheduledJob job = maker.make(request);
        if (job.wakes()) {
            String _ = session.start();
        }
        store.add(job);
        return job;
    }

    @Override
    public Optional<StoredJob> remove(String id) throws IOException {
        lifetime.checkEffect();
        return store.remove(id);
    }
}
