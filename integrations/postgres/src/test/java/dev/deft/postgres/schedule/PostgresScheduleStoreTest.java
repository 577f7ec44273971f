package dev.deft.postgres.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.schedule.JobAgent;
import dev.deft.agent.schedule.JobExistsException;
import dev.deft.agent.schedule.JobRun;
import dev.deft.agent.schedule.Schedule;
import dev.deft.agent.schedule.ScheduleStore;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.agent.schedule.StoredJob;
import dev.deft.policy.Policy;
import dev.deft.postgres.Eventually;
import dev.deft.postgres.PostgresStore;
import dev.deft.postgres.TestStores;
import dev.deft.server.store.ServedWorkspace;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresScheduleStoreTest {

    private static final Instant DUE = Instant.parse("2026-01-02T03:04:00Z");

    @TempDir Path root;

    private ScheduleStore schedules(PostgresStore store) {
        return store.schedules(new ServedWorkspace("w", root));
    }

    private static ScheduledJob job(String id, String prompt) {
        return new ScheduledJob(
                id,
                Schedule.parse("0 9 * * *", "Europe/Berlin"),
                prompt,
                Optional.of("ses_1"),
                false,
                DUE,
                new JobAgent(
                        "default",
                        "deft",
                        Optional.empty(),
                        Optional.of(List.of("read")),
                        List.of("/x"),
                        Policy.allowAll(),
                        List.of()));
    }

    private static JobRun run(String id, JobRun.Status status) {
        return new JobRun(id, "nightly", DUE, DUE, "ses_2", status, "text");
    }

    @Test
    void keepsJobsInTheOrderTheyWereAdded() throws Exception {
        try (var stores = new TestStores()) {
            ScheduleStore here = schedules(stores.open("a"));
            ScheduleStore there = schedules(stores.open("b"));
            here.add(job("zeta", "first"));
            here.add(job("alpha", "second \u0000"));

            assertThat(there.jobs())
                    .extracting(StoredJob::trusted)
                    .containsExactly(
                            Optional.of(job("zeta", "first")),
                            Optional.of(job("alpha", "second \u0000")));
            assertThatThrownBy(() -> there.add(job("zeta", "again")))
                    .isInstanceOf(JobExistsException.class);
            there.replace(job("zeta", "changed"));
            assertThat(here.remove("zeta").flatMap(StoredJob::job))
                    .contains(job("zeta", "changed"));
            assertThat(here.remove("zeta")).isEmpty();
            assertThat(here.jobs()).hasSize(1);
        }
    }

    @Test
    void claimsEachInstantOnceOnAllServers() throws Exception {
        try (var stores = new TestStores()) {
            List<ScheduleStore> servers =
                    List.of(schedules(stores.open("a")), schedules(stores.open("b")));
            servers.getFirst().add(job("nightly", "x"));
            for (int round = 0; round < 10; round++) {
                Instant due = DUE.plusSeconds(60L * round);
                List<Callable<Set<String>>> calls = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    ScheduleStore server = servers.get(i % 2);
                    calls.add(() -> server.claim(Map.of("nightly", due, "unknown", due)));
                }
                int won = 0;
                try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                    for (Future<Set<String>> it : threads.invokeAll(calls)) {
                        won += it.get().contains("nightly") ? 1 : 0;
                        assertThat(it.get()).doesNotContain("unknown");
                    }
                }
                assertThat(won).isEqualTo(1);
            }
            assertThat(servers.getLast().claim(Map.of("nightly", DUE)))
                    .as("the clock was set back")
                    .isEmpty();
        }
    }

    @Test
    void aJobRunsOnceAtATimeUntilItsServerDies() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore dying = stores.open("dying");
            ScheduleStore first = schedules(dying);
            ScheduleStore second = schedules(stores.open("b"));
            first.begin("nightly").orElseThrow().close();
            var _ = first.begin("nightly").orElseThrow();
            first.record(List.of(run("r1", JobRun.Status.DONE), run("r2", JobRun.Status.STARTED)));

            assertThat(second.begin("nightly")).isEmpty();
            assertThat(second.runs(10)).extracting(JobRun::run).containsExactly("r2", "r1");
            assertThat(second.runs(1)).containsExactly(run("r2", JobRun.Status.STARTED));
            dying.vanish();

            Eventually.holds(
                    "the run counts as interrupted",
                    () -> second.runs(1).getFirst().status() == JobRun.Status.INTERRUPTED);
            second.begin("nightly").orElseThrow().close();
        }
    }
}
