package dev.deft.agent.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.os.OsFileLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileScheduleStoreTest {

    private static final Instant NINE = Instant.parse("2026-01-01T09:00:00Z");

    @TempDir private Path directory;
    private final List<String> notices = new ArrayList<>();

    private FileScheduleStore store() throws IOException {
        return store("home");
    }

    private FileScheduleStore store(String home) throws IOException {
        Path root = Files.createDirectories(directory.resolve("work"));
        return new FileScheduleStore(
                root,
                directory.resolve(home),
                new OsFileLocks(),
                new ManualClock("2026-01-01T00:00:00Z"),
                notices::add);
    }

    private Path file(String name) {
        return directory.resolve("work/.deft/schedules").resolve(name);
    }

    @Test
    void aJobComesBackAsItWas() throws IOException {
        ScheduledJob job = JobSamples.job("nightly", "0 2 * * *", "Europe/Berlin");
        store().add(job);

        assertThat(store().jobs())
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.trusted()).contains(job);
                    assertThat(it.status()).isEqualTo(StoredJob.Status.OWN);
                });
    }

    @Test
    void aListThatIsOnlyReadLeavesNoFiles() throws IOException {
        assertThat(store().jobs()).isEmpty();
        assertThat(store().remove("a")).isEmpty();
        assertThat(store().runs(10)).isEmpty();

        assertThat(directory.resolve("work/.deft")).doesNotExist();
    }

    @Test
    void anIdIsTakenOnce() throws IOException {
        store().add(JobSamples.job("a", "@daily", "UTC"));

        assertThatThrownBy(() -> store().add(JobSamples.job("a", "@hourly", "UTC")))
                .isInstanceOf(JobExistsException.class)
                .hasMessage("There is a job a already; remove it first, or choose another id.");
        assertThat(store().remove("a")).isPresent();
        assertThat(store().jobs()).isEmpty();
    }

    @Test
    void theJobOfAnotherUserIsForeign() throws IOException {
        store().add(JobSamples.job("a", "@daily", "UTC"));

        assertThat(store("elsewhere").jobs())
                .extracting(StoredJob::status)
                .containsExactly(StoredJob.Status.FOREIGN);
        assertThat(store("elsewhere").claim(Map.of("a", NINE))).isEmpty();
    }

    @Test
    void aJobThatWasChangedIsForeign() throws IOException {
        store().add(JobSamples.job("a", "@daily", "UTC"));
        Files.writeString(
                file("jobs.json"),
                Files.readString(file("jobs.json")).replace("do a", "do something else"));

        assertThat(store().jobs())
                .extracting(StoredJob::status)
                .containsExactly(StoredJob.Status.FOREIGN);
    }

    @Test
    void aJobThatWasCopiedFromAnotherWorkspaceIsForeign() throws IOException {
        store().add(JobSamples.job("a", "@daily", "UTC"));
        Path other = Files.createDirectories(directory.resolve("other/.deft/schedules"));
        Files.copy(file("jobs.json"), other.resolve("jobs.json"));
        var elsewhere =
                new FileScheduleStore(
                        directory.resolve("other"),
                        directory.resolve("home"),
                        new OsFileLocks(),
                        new ManualClock("2026-01-01T00:00:00Z"),
                        notices::add);

        assertThat(elsewhere.jobs())
                .extracting(StoredJob::status)
                .containsExactly(StoredJob.Status.FOREIGN);
    }

    @Test
    void aDamagedFileIsKeptAsideWithANotice() throws IOException {
        store().add(JobSamples.job("a", "@daily", "UTC"));
        Files.writeString(file("jobs.json"), "{\"jobs\": [{\"id\": ");

        assertThat(store().jobs()).isEmpty();
        store().add(JobSamples.job("b", "@daily", "UTC"));

        assertThat(notices)
                .singleElement()
                .asString()
                .contains("jobs.json is damaged (line 1")
                .contains("it was moved to jobs.json.damaged-");
        assertThat(store().jobs()).extracting(StoredJob::id).containsExactly("b");
        try (var files = Files.list(file("."))) {
            assertThat(files.map(it -> it.getFileName().toString()))
                    .anyMatch(it -> it.startsWith("jobs.json.damaged-"));
        }
    }

    @Test
    void aDamagedEntryIsListedAndKept() throws IOException {
        store().add(JobSamples.job("a", "@daily", "UTC"));
        Json.Obj all = JsonText.parseObject(Files.readString(file("jobs.json")));
        Json.Arr jobs = (Json.Arr) all.find("jobs").orElseThrow();
        List<Json> more = new ArrayList<>(jobs.items());
        more.add(
                JsonText.parse(
                        "{\"id\": \"odd\", \"schedule\": \"61 * * * *\", \"zone\": \"UTC\"}"));
        more.add(JsonText.parse("17"));
        Files.writeString(file("jobs.json"), JsonText.write(all.with("jobs", new Json.Arr(more))));

        store().add(JobSamples.job("b", "@daily", "UTC"));

        assertThat(store().jobs())
                .extracting(StoredJob::status)
                .containsExactly(
                        StoredJob.Status.OWN,
                        StoredJob.Status.DAMAGED,
                        StoredJob.Status.DAMAGED,
                        StoredJob.Status.OWN);
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        store().add(JobSamples.job("a", "@daily", "UTC"));
        Path outside = directory.resolve("outside.json");
        Files.move(file("jobs.json"), outside);
        Files.createSymbolicLink(file("jobs.json"), outside);
        String before = Files.readString(outside);

        assertThatThrownBy(() -> store().jobs()).hasMessageContaining("is not a regular file");
        assertThatThrownBy(() -> store().add(JobSamples.job("b", "@daily", "UTC")))
                .hasMessageContaining("is not a regular file");
        assertThat(outside).hasContent(before);
    }

    @Test
    void aLinkedDirectoryIsRefused() throws IOException {
        Path outside = Files.createDirectories(directory.resolve("outside"));
        Files.createDirectories(directory.resolve("work/.deft"));
        Files.createSymbolicLink(directory.resolve("work/.deft/schedules"), outside);

        assertThatThrownBy(() -> store().add(JobSamples.job("a", "@daily", "UTC")))
                .isInstanceOf(IOException.class);
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void thereIsALimitOnJobs() throws IOException {
        store().add(JobSamples.job("a", "@daily", "UTC"));
        Json.Obj all = JsonText.parseObject(Files.readString(file("jobs.json")));
        Json entry = ((Json.Arr) all.find("jobs").orElseThrow()).items().getFirst();
        List<Json> many = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            many.add(((Json.Obj) entry).with("id", "job" + i));
        }
        Files.writeString(file("jobs.json"), JsonText.write(all.with("jobs", new Json.Arr(many))));

        assertThatThrownBy(() -> store().add(JobSamples.job("b", "@daily", "UTC")))
                .hasMessage(
                        "There are 10000 jobs, the most a workspace may have; remove some first.");
        assertThat(store().jobs()).hasSize(10_000);
    }

    @Test
    void anInstantIsClaimedOnce() throws IOException {
        store().add(JobSamples.job("a", "@hourly", "UTC"));
        store().add(JobSamples.job("b", "@hourly", "UTC"));

        assertThat(store().claim(Map.of("a", NINE, "b", NINE))).containsOnly("a", "b");
        assertThat(store().claim(Map.of("a", NINE))).isEmpty();
        assertThat(store().claim(Map.of("a", NINE.minusSeconds(3_600)))).isEmpty();
        assertThat(store().claim(Map.of("a", NINE.plusSeconds(3_600)))).containsOnly("a");
    }

    @Test
    void aRemovedJobIsNotClaimed() throws IOException {
        store().add(JobSamples.job("a", "@hourly", "UTC"));
        store().remove("a");

        assertThat(store().claim(Map.of("a", NINE))).isEmpty();
    }

    @Test
    void afterTheClaimsAreLostTheInstantIsNotRunAgain() throws IOException {
        store().add(JobSamples.job("a", "@hourly", "UTC"));
        assertThat(store().claim(Map.of("a", NINE))).containsOnly("a");
        Files.writeString(file("claims.json"), "garbage");

        assertThat(store().claim(Map.of("a", NINE))).isEmpty();
        assertThat(store().claim(Map.of("a", NINE.plusSeconds(3_600)))).containsOnly("a");
        assertThat(notices).singleElement().asString().contains("claims.json is damaged");
    }

    @Test
    void aClaimThatSomebodyElseWroteHoldsNothingUp() throws IOException {
        store().add(JobSamples.job("a", "@hourly", "UTC"));
        Files.writeString(
                file("claims.json"),
                "{\"claims\":[{\"job\":\"a\",\"due\":\"2999-01-01T00:00:00Z\",\"mac\":\"00\"}]}");

        assertThat(store().claim(Map.of("a", NINE))).isEmpty();
        assertThat(store().claim(Map.of("a", NINE.plusSeconds(3_600)))).containsOnly("a");
    }

    @Test
    void aJobRunsOnceAtATime() throws IOException {
        Optional<ScheduleStore.RunHold> first = store().begin("a");

        assertThat(store().begin("a")).isEmpty();
        first.orElseThrow().close();
        assertThat(store().begin("a")).isPresent();
    }

    @Test
    void theLogShowsHowFarARunGot() throws IOException {
        var started = new JobRun("r1", "a", NINE, NINE, "s1", JobRun.Status.STARTED, "");
        var going = new JobRun("r2", "b", NINE, NINE, "s2", JobRun.Status.STARTED, "");
        var dead = new JobRun("r3", "c", NINE, NINE, "s3", JobRun.Status.STARTED, "");
        store().record(List.of(started, going, dead));
        store().record(List.of(started.with(JobRun.Status.DONE, NINE, "fine")));
        Files.writeString(
                file("runs.jsonl"), Files.readString(file("runs.jsonl")) + "{\"run\":\"r4\",");
        try (ScheduleStore.RunHold _ = store().begin("b").orElseThrow()) {
            assertThat(store().runs(10))
                    .extracting(it -> it.job() + " " + it.status())
                    .containsExactly("c INTERRUPTED", "b STARTED", "a DONE");
        }
    }

    @Test
    void theLogOfRunsStaysShort() throws IOException {
        FileScheduleStore store = store();
        var run = new JobRun("r", "a", NINE, NINE, "s", JobRun.Status.DONE, "x".repeat(200_000));
        for (int i = 0; i < 12; i++) {
            store.record(
                    List.of(new JobRun("r" + i, "a", NINE, NINE, "s", run.status(), run.text())));
        }

        assertThat(Files.size(file("runs.jsonl"))).isLessThan(1024 * 1024);
        assertThat(store.runs(1)).extracting(JobRun::run).containsExactly("r11");
    }
}
