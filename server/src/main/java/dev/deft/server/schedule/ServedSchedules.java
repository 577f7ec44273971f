package dev.deft.server.schedule;

import dev.deft.agent.model.Model;
import dev.deft.agent.schedule.JobRun;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.agent.schedule.SchedulerEvent;
import dev.deft.codec.Records;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.run.Approver;
import dev.deft.server.api.workspace.ScheduleRoutes;
import dev.deft.server.store.EventJournal;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The schedulers of the workspaces that a server offers. Each instant of a job runs once, whatever
/// the number of servers.
public final class ServedSchedules implements AutoCloseable {

    /// How long closing waits for runs to end.
    private static final Duration TIMEOUT = Duration.ofSeconds(4);

    private final AgentChoices choices;
    private final EventJournal journal;
    private final List<Thread> schedulers = new ArrayList<>();
    private final Map<String, Model> models = new HashMap<>();

    /// @param choices the agents and models of jobs
    /// @param journal gets a `schedule_run` for each run that begins, ends or is left out
    public ServedSchedules(AgentChoices choices, EventJournal journal) {
        this.choices = choices;
        this.journal = journal;
    }

    /// Runs the jobs of a workspace from now on.
    ///
    /// @param id of the workspace on the server
    public void start(String id, Workspace workspace) {
        schedulers.add(
                Thread.ofVirtual().name("schedules of " + id).start(() -> run(id, workspace)));
    }

    private void run(String id, Workspace workspace) {
        try {
            workspace
                    .schedules()
                    .run(
                            Instant.MAX,
                            (session, _) -> prepared(session, workspace),
                            event -> tell(id, event));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private SessionBuilder prepared(SessionBuilder session, Workspace workspace)
            throws IOException {
        AgentChoices.Chosen chosen =
                choices.choose(workspace.root(), AgentChoices.Choice.CONFIGURED, Approver.HEADLESS);
        return session.agent(chosen.agent()).model(kept(workspace, chosen));
    }

    /// Runs of one workspace share a model as long as the configuration names the same.
    private Model kept(Workspace workspace, AgentChoices.Chosen chosen) {
        String key = workspace.root() + " " + chosen.modelName();
        synchronized (models) {
            Model known = models.putIfAbsent(key, chosen.model());
            if (known == null) {
                return chosen.model();
            }
            chosen.model().close();
            return known;
        }
    }

    private void tell(String workspace, SchedulerEvent event) {
        switch (event) {
            case SchedulerEvent.Started(ScheduledJob _, JobRun run) -> journal(workspace, run);
            case SchedulerEvent.Finished(ScheduledJob _, JobRun run) -> journal(workspace, run);
            case SchedulerEvent.Skipped(ScheduledJob _, JobRun run) -> journal(workspace, run);
            case SchedulerEvent.Notice(String text) -> choices.note(text);
            case SchedulerEvent.Waiting _ -> {
                // Nothing that somebody would want to see.
            }
        }
    }

    /// The run itself is in the log of the jobs, whatever becomes of this.
    private void journal(String workspace, JobRun run) {
        try {
            long _ =
                    journal.add(
                            "schedule_run",
                            workspace,
                            Records.write(ScheduleRoutes.ScheduleRunView.of(run))
                                    .with("workspace", workspace));
        } catch (IOException e) {
            choices.note("A run of a job could not be announced: " + e.getMessage());
        }
    }

    /// Stops the schedulers and the runs that are going on; those are recorded as interrupted.
    @Override
    public void close() {
        schedulers.forEach(Thread::interrupt);
        try {
            for (Thread it : schedulers) {
                boolean _ = it.join(TIMEOUT);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        synchronized (models) {
            models.values().forEach(Model::close);
            models.clear();
        }
    }
}
