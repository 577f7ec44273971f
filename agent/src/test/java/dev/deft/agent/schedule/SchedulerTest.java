package dev.deft.agent.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The scheduler on a clock that jumps, so that a year takes a moment.
class SchedulerTest {

    private final InMemoryScheduleStore store = new InMemoryScheduleStore();
    private final ManualClock clock = new ManualClock("2026-01-01T00:00:00Z");
    private final List<SchedulerEvent> events = new ArrayList<>();
    private final List<String> fired = new ArrayList<>();

    private Scheduler scheduler(JobRunner runner) {
        return new Scheduler(
                store, runner, clock, Runnable::run, events::add, Duration.ofMinutes(1));
    }

    private JobRunner noting() {
        return (job, due, started) -> {
            started.opened("ses_2");
            fired.add(job.id() + " " + due);
            return new JobRunner.Ended(JobRun.Status.DONE, "done");
        };
    }

    @Test
    void aYearOfJobsFiresEachInstantOnce() throws InterruptedException {
        List<ScheduledJob> jobs =
                List.of(
                        JobSamples.job("hourly", "@hourly", "UTC"),
                        JobSamples.job("berlin", "30 2 * * *", "Europe/Berlin"),
                        JobSamples.job("half", "*/30 9-17 * * mon-fri", "America/New_York"),
                        JobSamples.job("leap", "0 0 29 2 *", "UTC"));
        jobs.forEach(store::add);
        Instant end = Instant.parse("2027-01-01T00:00:00Z");

        scheduler(noting()).runUntil(end);

        Map<String, Integer> expected = new TreeMap<>();
        for (ScheduledJob job : jobs) {
            Optional<Instant> next = job.schedule().next(Instant.parse("2026-01-01T00:00:00Z"));
            while (next.isPresent() && !next.get().isAfter(end)) {
                expected.merge(job.id() + " " + next.get(), 1, Integer::sum);
                next = job.schedule().next(next.get());
            }
        }
        Map<String, Integer> actual = new TreeMap<>();
        fired.forEach(it -> actual.merge(it, 1, Integer::sum));
        assertThat(actual).hasSizeGreaterThan(13_000).isEqualTo(expected);
    }

    @Test
    void missedInstantsAreNotMadeUpFor() throws InterruptedException {
        store.add(JobSamples.job("a", "*/10 * * * *", "UTC"));
        Scheduler scheduler = scheduler(noting());

        clock.set("2026-01-01T05:05:00Z");
        var _ = scheduler.check();
        clock.set("2026-01-01T05:10:00Z");
        var _ = scheduler.check();

        assertThat(fired).containsExactly("a 2026-01-01T05:10:00Z");
    }

    @Test
    void aLateWakeUpStillRunsWhatIsJustDue() throws InterruptedException {
        store.add(JobSamples.job("a", "*/10 * * * *", "UTC"));
        Scheduler scheduler = scheduler(noting());

        clock.set("2026-01-01T00:10:45Z");
        var _ = scheduler.check();
        var _ = scheduler.check();

        assertThat(fired).containsExactly("a 2026-01-01T00:10:00Z");
    }

    @Test
    void aClockThatIsSetBackRunsNothingTwice() throws InterruptedException {
        store.add(JobSamples.job("a", "* * * * *", "UTC"));
        Scheduler scheduler = scheduler(noting());
        scheduler.runUntil(Instant.parse("2026-01-01T00:03:00Z"));

        clock.set("2026-01-01T00:00:30Z");
        scheduler.runUntil(Instant.parse("2026-01-01T00:05:00Z"));

        assertThat(fired)
                .containsExactly(
                        "a 2026-01-01T00:01:00Z",
                        "a 2026-01-01T00:02:00Z",
                        "a 2026-01-01T00:03:00Z",
                        "a 2026-01-01T00:04:00Z",
                        "a 2026-01-01T00:05:00Z");
    }

    @Test
    void aRunThatIsStillGoingOnIsNotStartedAgain() throws InterruptedException {
        store.add(JobSamples.job("a", "* * * * *", "UTC"));
        List<Runnable> pending = new ArrayList<>();
        var scheduler =
                new Scheduler(
                        store, noting(), clock, pending::add, events::add, Duration.ofMinutes(1));
        scheduler.runUntil(Instant.parse("2026-01-01T00:02:00Z"));
        pending.removeFirst().run();

        assertThat(pending).isEmpty();
        assertThat(fired).containsExactly("a 2026-01-01T00:01:00Z");
        assertThat(store.runs)
                .extracting(it -> it.due() + " " + it.status() + " " + it.text())
                .containsExactly(
                        "2026-01-01T00:02:00Z SKIPPED Its previous run is still going on.",
                        "2026-01-01T00:01:00Z STARTED ",
                        "2026-01-01T00:01:00Z DONE done");
        assertThat(events).anyMatch(SchedulerEvent.Skipped.class::isInstance);
    }

    @Test
    void aJobOfSomebodyElseIsNamedOnceAndNeverRun() throws InterruptedException {
        ScheduledJob job = JobSamples.job("theirs", "* * * * *", "UTC");
        store.jobs.add(
                new StoredJob(
                        "theirs", Json.Obj.EMPTY, Optional.of(job), StoredJob.Status.FOREIGN, ""));

        scheduler(noting()).runUntil(Instant.parse("2026-01-01T01:00:00Z"));

        assertThat(fired).isEmpty();
        assertThat(events)
                .filteredOn(SchedulerEvent.Notice.class::isInstance)
                .singleElement()
                .asString()
                .contains("The job theirs does not run");
    }

    @Test
    void aJobDoesNotFireForTimesBeforeItWasMade() throws InterruptedException {
        Scheduler scheduler = scheduler(noting());
        clock.set("2026-01-01T00:01:30Z");
        ScheduledJob early = JobSamples.job("a", "* * * * *", "UTC");
        store.add(
                new ScheduledJob(
                        "a",
                        early.schedule(),
                        "x",
                        Optional.empty(),
                        false,
                        clock.instant(),
                        JobSamples.AGENT));

        var _ = scheduler.check();

        assertThat(fired).isEmpty();
    }

    @Test
    void itSaysWhatItWaitsFor() throws InterruptedException {
        store.add(JobSamples.job("a", "0 9 * * *", "UTC"));

        scheduler(noting()).runUntil(Instant.parse("2026-01-01T08:00:00Z"));

        assertThat(events)
                .containsExactly(
                        new SchedulerEvent.Waiting(
                                Optional.of(Instant.parse("2026-01-01T09:00:00Z")), 1));
    }
}
