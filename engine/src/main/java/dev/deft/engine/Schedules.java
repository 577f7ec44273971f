package dev.deft.engine;

import dev.deft.agent.schedule.JobRun;
import dev.deft.agent.schedule.Jobs;
import dev.deft.agent.schedule.ScheduleStore;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.agent.schedule.Scheduler;
import dev.deft.agent.schedule.SchedulerEvent;
import dev.deft.agent.schedule.StoredJob;
import dev.deft.host.WaitableClock;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/// The scheduled jobs of a workspace, and the scheduler that runs them.
///
/// Jobs are stored in the workspace, signed with the key of the user. Jobs of others are listed and
/// never run. Thread-safe.
public final class Schedules {

    private final EngineParts engine;
    private final SharedRoot shared;
    private final ScheduleStore store;

    Schedules(EngineParts engine, SharedRoot shared) {
        this.engine = engine;
        this.shared = shared;
        this.store = shared.schedules();
    }

    /// {@return all jobs, also those of others and damaged ones, in the order they were added}
    ///
    /// @throws IOException if they cannot be read
    public List<StoredJob> list() throws IOException {
        return store.jobs();
    }

    /// Adds a job that a person makes. Its runs may do at most what the agent may do without
    /// asking.
    ///
    /// @param request the job
    /// @param agent whose rights its runs have
    /// @return the stored job
    /// @throws IllegalArgumentException if the schedule, the zone, the prompt or the id is wrong
    /// @throws IOException if the id is taken, or the job cannot be stored
    public ScheduledJob add(Jobs.Request request, AgentSpec agent) throws IOException {
        ScheduledJob job = maker(agent).make(request);
        store.add(job);
        return job;
    }

    private JobMaker maker(AgentSpec agent) throws IOException {
        return JobMaker.ofPerson(engine, shared.root(), agent);
    }

    /// Makes a job of somebody else the user's own. Its runs may do at most what the agent may do
    /// without asking; what the entry itself says about that is ignored.
    ///
    /// @param id of the job
    /// @param agent whose rights its runs have
    /// @return the job; empty if there is none that can be read
    /// @throws IOException if it cannot be stored
    public Optional<ScheduledJob> adopt(String id, AgentSpec agent) throws IOException {
        Optional<ScheduledJob> foreign =
                store.jobs().stream()
                        .filter(it -> it.id().equals(id))
                        .findFirst()
                        .flatMap(StoredJob::job);
        if (foreign.isEmpty()) {
            return Optional.empty();
        }
        ScheduledJob job = maker(agent).adopted(foreign.get());
        store.replace(job);
        return Optional.of(job);
    }

    /// Removes a job, whoever made it.
    ///
    /// @param id of the job
    /// @return the removed entry; empty if there is none
    /// @throws IOException if the list cannot be written
    public Optional<StoredJob> remove(String id) throws IOException {
        return store.remove(id);
    }

    /// {@return the latest runs, the last one first}
    ///
    /// @param most how many
    /// @throws IOException if the log cannot be read
    public List<JobRun> runs(int most) throws IOException {
        return store.runs(most);
    }

    /// Runs jobs when they are due, until an instant or until the thread is interrupted, and then
    /// waits for the runs that are going on; interrupted runs are recorded as such. Several
    /// processes may do so on one workspace: each instant is run once.
    ///
    /// @param end when to stop; [Instant#MAX] for never
    /// @param setup sets the agent and the model of a run
    /// @param events receives what happens, on any thread
    /// @throws InterruptedException if the thread was interrupted
    public void run(Instant end, JobSetup setup, Consumer<SchedulerEvent> events)
            throws InterruptedException {
        var runner = new JobSessions(engine, shared, setup);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try (threads) {
            new Scheduler(store, runner, WaitableClock.of(engine.clock()), threads, events)
                    .runUntil(end);
        } catch (InterruptedException e) {
            boolean _ = threads.shutdownNow().isEmpty();
            throw e;
        }
    }

    /// Runs jobs in the background until the scheduler is closed.
    ///
    /// @param setup sets the agent and the model of a run
    /// @param events receives what happens, on any thread
    /// @return stops the scheduler and its runs when it is closed
    public AutoCloseable start(JobSetup setup, Consumer<SchedulerEvent> events) {
        Thread thread = Thread.ofVirtual().name("schedules").start(() -> runHere(setup, events));
        return () -> {
            thread.interrupt();
            thread.join();
        };
    }

    private void runHere(JobSetup setup, Consumer<SchedulerEvent> events) {
        try {
            run(Instant.MAX, setup, events);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
