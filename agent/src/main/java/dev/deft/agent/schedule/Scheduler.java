package dev.deft.agent.schedule;

import dev.deft.host.WaitableClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Runs the jobs of a workspace when they are due.
///
/// Any number of schedulers, in any number of processes, may share a store: each instant is claimed
/// durably before it is run, so it is run once, or not at all if the process dies in between.
/// Instants that pass while no scheduler is at work are not made up for. A job whose previous run
/// is still going on is skipped.
public final class Scheduler {

    /// A run that is later than this counts as missed: the machine slept, or the clock was set.
    static final Duration GRACE = Duration.ofSeconds(90);

    /// How often the jobs are looked at while nothing is due.
    private static final Duration POLL = Duration.ofSeconds(10);

    private final ScheduleStore store;
    private final JobRunner runner;
    private final WaitableClock clock;
    private final Executor threads;
    private final Consumer<SchedulerEvent> events;
    private final Duration poll;
    private final AtomicLong runs = new AtomicLong();
    private final Set<String> mentioned = new TreeSet<>();
    private Optional<SchedulerEvent> lastWaiting = Optional.empty();
    private Instant checked;

    /// @param threads runs the jobs, one task each
    public Scheduler(
            ScheduleStore store,
            JobRunner runner,
            WaitableClock clock,
            Executor threads,
            Consumer<SchedulerEvent> events) {
        this(store, runner, clock, threads, events, POLL);
    }

    Scheduler(
            ScheduleStore store,
            JobRunner runner,
            WaitableClock clock,
            Executor threads,
            Consumer<SchedulerEvent> events,
            Duration poll) {
        this.store = store;
        this.runner = runner;
        this.clock = clock;
        this.threads = threads;
        this.events = events;
        this.poll = poll;
        this.checked = clock.instant();
    }

    /// Runs jobs until the thread is interrupted.
    ///
    /// @throws InterruptedException when it is
    public void run() throws InterruptedException {
        runUntil(Instant.MAX);
    }

    /// Runs the jobs that are due up to an instant.
    ///
    /// @throws InterruptedException if the thread was interrupted
    public void runUntil(Instant end) throws InterruptedException {
        while (true) {
            Optional<Instant> next = check();
            Instant now = clock.instant();
            if (!now.isBefore(end)) {
                return;
            }
            Instant wake = now.plus(poll);
            if (next.isPresent() && next.get().isBefore(wake)) {
                wake = next.get();
            }
            clock.sleep(Duration.between(now, wake.isAfter(end) ? end : wake));
        }
    }

    /// Runs what is due now.
    ///
    /// @return when the next job is due
    Optional<Instant> check() throws InterruptedException {
        try {
            List<StoredJob> jobs = store.jobs();
            mention(jobs);
            Instant now = clock.instant();
            Instant from = missedUntil(now);
            Map<String, Instant> due = new LinkedHashMap<>();
            Map<String, ScheduledJob> byId = new HashMap<>();
            Optional<Instant> next = Optional.empty();
            int count = 0;
            for (StoredJob stored : jobs) {
                if (stored.trusted().isEmpty()) {
                    continue;
                }
                count++;
                ScheduledJob job = stored.trusted().get();
                byId.put(job.id(), job);
                Instant start = job.madeAt().isAfter(from) ? job.madeAt() : from;
                Optional<Instant> latest = latest(job.schedule(), start, now);
                latest.ifPresent(it -> due.put(job.id(), it));
                next = earlier(next, job.schedule().next(now));
            }
            checked = now;
            if (!due.isEmpty()) {
                fire(due, byId);
            }
            waiting(next, count);
            return next;
        } catch (IOException e) {
            notice("The schedules cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }

    /// Instants up to this one are not run: they are past, or too late. When the clock was set
    /// back, the claims keep what was run from being run again.
    private Instant missedUntil(Instant now) {
        if (now.isBefore(checked)) {
            return now.minusSeconds(1).truncatedTo(ChronoUnit.SECONDS);
        }
        Instant late = now.minus(GRACE);
        return checked.isAfter(late) ? checked : late;
    }

    private static Optional<Instant> latest(Schedule schedule, Instant after, Instant now) {
        Optional<Instant> latest = Optional.empty();
        Optional<Instant> next = schedule.next(after);
        while (next.isPresent() && !next.get().isAfter(now)) {
            latest = next;
            next = schedule.next(next.get());
        }
        return latest;
    }

    private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
        return one.isEmpty() || (other.isPresent() && other.get().isBefore(one.get()))
                ? other
                : one;
    }

    /// Says once which jobs do not run, and why.
    private void mention(List<StoredJob> jobs) {
        for (StoredJob job : jobs) {
            if (job.trusted().isEmpty() && mentioned.add(job.id() + " " + job.status())) {
                notice(
                        job.status() == StoredJob.Status.FOREIGN
                                ? "The job %s does not run: you did not make it in this workspace. Look at it with deft cron list, then adopt or remove it."
                                        .formatted(CronExpression.shown(job.id()))
                                : "The job %s does not run: its entry is damaged. Remove it with deft cron remove."
                                        .formatted(CronExpression.shown(job.id())));
            }
        }
    }

    private void waiting(Optional<Instant> next, int count) {
        var event = new SchedulerEvent.Waiting(next, count);
        if (!lastWaiting.equals(Optional.of(event))) {
            lastWaiting = Optional.of(event);
            events.accept(event);
        }
    }

    private void fire(Map<String, Instant> due, Map<String, ScheduledJob> jobs) throws IOException {
        Set<String> claimed = store.claim(due);
        for (Map.Entry<String, Instant> each : due.entrySet()) {
            ScheduledJob job = jobs.get(each.getKey());
            if (job != null && claimed.contains(each.getKey())) {
                begin(job, each.getValue());
            }
        }
    }

    private void begin(ScheduledJob job, Instant due) throws IOException {
        var run =
                new JobRun(
                        runId(job), job.id(), due, clock.instant(), "", JobRun.Status.STARTED, "");
        Optional<ScheduleStore.RunHold> hold = store.begin(job.id());
        if (hold.isEmpty()) {
            JobRun skipped =
                    run.with(
                            JobRun.Status.SKIPPED,
                            clock.instant(),
                            "Its previous run is still going on.");
            store.record(List.of(skipped));
            events.accept(new SchedulerEvent.Skipped(job, skipped));
            return;
        }
        threads.execute(() -> run(job, run, hold.get()));
    }

    private String runId(ScheduledJob job) {
        return "%s-%s-%d-%d"
                .formatted(
                        job.id(),
                        Long.toString(clock.instant().toEpochMilli(), Character.MAX_RADIX),
                        ProcessHandle.current().pid(),
                        runs.incrementAndGet());
    }

    private void run(ScheduledJob job, JobRun planned, ScheduleStore.RunHold hold) {
        var current = new CurrentRun(planned);
        JobRun end;
        try (hold) {
            JobRunner.Ended ended =
                    runner.run(job, planned.due(), session -> started(job, current, session));
            end = current.run.with(ended.status(), clock.instant(), ended.text());
            store.record(List.of(end));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            end =
                    current.run.with(
                            JobRun.Status.INTERRUPTED,
                            clock.instant(),
                            "The scheduler was stopped.");
            recordLast(end);
        } catch (IOException e) {
            end =
                    current.run.with(
                            JobRun.Status.FAILED,
                            clock.instant(),
                            "The log of runs could not be written: " + e.getMessage());
        }
        events.accept(new SchedulerEvent.Finished(job, end));
    }

    /// The run as far as it got.
    private static final class CurrentRun {

        private JobRun run;

        CurrentRun(JobRun run) {
            this.run = run;
        }
    }

    private void started(ScheduledJob job, CurrentRun current, String session) {
        JobRun planned = current.run;
        current.run =
                new JobRun(
                        planned.run(),
                        planned.job(),
                        planned.due(),
                        clock.instant(),
                        session,
                        JobRun.Status.STARTED,
                        "");
        recordLast(current.run);
        events.accept(new SchedulerEvent.Started(job, current.run));
    }

    private void recordLast(JobRun run) {
        try {
            store.record(new ArrayList<>(List.of(run)));
        } catch (IOException e) {
            notice("The log of runs could not be written: " + e.getMessage());
        }
    }

    private void notice(String text) {
        events.accept(new SchedulerEvent.Notice(text));
    }
}
