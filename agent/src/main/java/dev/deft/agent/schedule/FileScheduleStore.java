package dev.deft.agent.schedule;

import dev.deft.agent.key.UserKey;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.state.FileLocks;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Stores schedules in `.deft/schedules`: `jobs.json`, `claims.json` with the last instant that was
/// run of each job, and `runs.jsonl`.
///
/// Every change happens under a lock of the operating system, which ends with its process. A
/// workspace may come from anybody, so jobs and claims count only with the signature of the user.
public final class FileScheduleStore implements ScheduleStore {

    /// The most jobs of a workspace.
    public static final int MAX_JOBS = 1_000;

    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LOCK_RETRY = Duration.ofMillis(5);
    private static final int HOLD_ATTEMPTS = 10;
    private static final Bytes OWNER = Bytes.wrap("deft\n".getBytes(StandardCharsets.US_ASCII));

    private final StatePaths state;
    private final Path directory;
    private final Path data;
    private final FileLocks locks;
    private final InstantSource clock;
    private final ScheduleFile jobs;
    private final ScheduleFile claims;
    private final RunLog log;
    private Optional<JobJson> signer = Optional.empty();
    private Optional<Object> stamp = Optional.empty();
    private List<StoredJob> known = List.of();

    /// Opens no file yet.
    ///
    /// @param root the workspace, a real path
    /// @param data the user's data directory, which has the signing key
    /// @param notices receives a sentence when a file is damaged
    public FileScheduleStore(
            Path root, Path data, FileLocks locks, InstantSource clock, Consumer<String> notices) {
        this.state = new StatePaths(root);
        this.directory = state.path().resolve("schedules");
        this.data = data;
        this.locks = locks;
        this.clock = clock;
        this.jobs = new ScheduleFile(directory.resolve("jobs.json"), "jobs", notices);
        this.claims = new ScheduleFile(directory.resolve("claims.json"), "claims", notices);
        this.log = new RunLog(directory.resolve("runs.jsonl"));
    }

    private JobJson signer() throws IOException {
        if (signer.isEmpty()) {
            signer = Optional.of(new JobJson(UserKey.in(data), state.root()));
        }
        return signer.get();
    }

    /// Reads the file again only if it has changed.
    @Override
    public synchronized List<StoredJob> jobs() throws IOException {
        if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)
                && !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(
                    ".deft/schedules is not a directory; move it away, Deft keeps its schedules there.");
        }
        Optional<Object> now = jobs.stamp();
        if (now.isPresent() && now.equals(stamp)) {
            return known;
        }
        List<StoredJob> read = now.isEmpty() ? List.of() : parsed(readJobs());
        stamp = now;
        known = List.copyOf(read);
        return known;
    }

    private List<StoredJob> parsed(List<Json.Obj> entries) throws IOException {
        List<StoredJob> all = new ArrayList<>();
        for (Json.Obj entry : entries) {
            all.add(signer().read(entry));
        }
        return all;
    }

    private List<Json.Obj> readJobs() throws IOException {
        try {
            return jobs.read();
        } catch (ScheduleFile.DamagedException _) {
            return locked(() -> readOrSetAside(jobs));
        }
    }

    /// Reads a file under the lock; a damaged one is moved aside.
    private List<Json.Obj> readOrSetAside(ScheduleFile file) throws IOException {
        try {
            return file.read();
        } catch (ScheduleFile.DamagedException e) {
            file.setAside(e, clock.instant());
            return List.of();
        }
    }

    @Override
    public void add(ScheduledJob job) throws IOException {
        Json.Obj entry = signer().write(job);
        boolean _ =
                locked(() -> {
                    List<Json.Obj> all = new ArrayList<>(readOrSetAside(jobs));
                    if (all.stream().anyMatch(it -> isCalled(it, job.id()))) {
                        throw new JobExistsException(job.id());
                    }
                    if (all.size() >= MAX_JOBS) {
                        throw new IOException(
                                "There are %d jobs, the most a workspace may have; remove some first."
                                        .formatted(all.size()));
                    }
                    jobs.write(plus(all, entry));
                    return true;
                });
    }

    private static List<Json.Obj> plus(List<Json.Obj> all, Json.Obj entry) {
        List<Json.Obj> more = new ArrayList<>(all);
        more.add(entry);
        return more;
    }

    private static boolean isCalled(Json.Obj entry, String id) {
        return entry.text("id").orElse("").equals(id);
    }

    @Override
    public void replace(ScheduledJob job) throws IOException {
        Json.Obj entry = signer().write(job);
        boolean _ =
                locked(() -> {
                    List<Json.Obj> all = new ArrayList<>(readOrSetAside(jobs));
                    all.replaceAll(it -> isCalled(it, job.id()) ? entry : it);
                    jobs.write(all);
                    return true;
                });
    }

    @Override
    public Optional<StoredJob> remove(String id) throws IOException {
        if (jobs.stamp().isEmpty()) {
            return Optional.empty();
        }
        return locked(() -> {
            List<Json.Obj> all = readOrSetAside(jobs);
            Optional<Json.Obj> found = all.stream().filter(it -> isCalled(it, id)).findFirst();
            if (found.isEmpty()) {
                return Optional.empty();
            }
            jobs.write(all.stream().filter(it -> !isCalled(it, id)).toList());
            return Optional.of(signer().read(found.get()));
        });
    }

    @Override
    public Set<String> claim(Map<String, Instant> due) throws IOException {
        return locked(() -> claimed(due));
    }

    /// What others removed or changed meanwhile is not claimed. Where an earlier claim is lost, or
    /// this user did not sign it, the instant is claimed but not run: nobody knows whether it was.
    private Set<String> claimed(Map<String, Instant> due) throws IOException {
        Map<String, Json.Obj> entries = new HashMap<>();
        boolean lost = false;
        try {
            for (Json.Obj entry : claims.read()) {
                entries.put(entry.text("job").orElse(""), entry);
            }
        } catch (ScheduleFile.DamagedException e) {
            claims.setAside(e, clock.instant());
            lost = true;
        }
        Set<String> present = new HashSet<>();
        Set<String> stored = new HashSet<>();
        for (StoredJob job : parsed(readOrSetAside(jobs))) {
            stored.add(job.id());
            job.trusted().ifPresent(it -> present.add(it.id()));
        }
        Set<String> taken = new HashSet<>();
        for (Map.Entry<String, Instant> wanted : due.entrySet()) {
            String id = wanted.getKey();
            Optional<Json.Obj> before = Optional.ofNullable(entries.get(id));
            Optional<Instant> last = before.flatMap(signer()::claimed);
            boolean unknown = lost || (before.isPresent() && last.isEmpty());
            boolean later = last.isEmpty() || wanted.getValue().isAfter(last.get());
            if (present.contains(id) && later) {
                entries.put(id, signer().claim(id, wanted.getValue()));
                if (!unknown) {
                    taken.add(id);
                }
            }
        }
        entries.keySet().retainAll(stored);
        claims.write(List.copyOf(entries.values()));
        return taken;
    }

    /// Tries for a moment, since whoever reads the log of runs holds the lock for an instant.
    @Override
    public Optional<RunHold> begin(String job) throws IOException {
        for (int i = 0; i < HOLD_ATTEMPTS; i++) {
            Optional<RunHold> hold = tryHold(job);
            if (hold.isPresent()) {
                return hold;
            }
            pause();
        }
        return tryHold(job);
    }

    private Optional<RunHold> tryHold(String job) throws IOException {
        Path _ = state.createDirectory(directory);
        Optional<FileLocks.Lock> lock = locks.tryLock(directory, job + ".run", OWNER);
        return lock.map(it ->
                () -> {
                    Files.deleteIfExists(directory.resolve(job + ".run"));
                    it.close();
                });
    }

    @Override
    public void record(List<JobRun> runs) throws IOException {
        boolean _ =
                locked(() -> {
                    log.append(runs);
                    return true;
                });
    }

    /// A run that has begun and not ended, and that no process holds, was interrupted.
    @Override
    public List<JobRun> runs(int most) throws IOException {
        List<JobRun> all = log.read();
        List<JobRun> latest = new ArrayList<>();
        for (JobRun run : all.reversed().subList(0, Math.min(most, all.size()))) {
            latest.add(run.status() == JobRun.Status.STARTED ? current(run) : run);
        }
        return latest;
    }

    private JobRun current(JobRun run) throws IOException {
        if (!ScheduledJob.isId(run.job())
                || !Files.exists(
                        directory.resolve(run.job() + ".run"), LinkOption.NOFOLLOW_LINKS)) {
            return interrupted(run);
        }
        Optional<RunHold> hold = tryHold(run.job());
        if (hold.isEmpty()) {
            return run;
        }
        hold.get().close();
        return interrupted(run);
    }

    private static JobRun interrupted(JobRun run) {
        return run.with(
                JobRun.Status.INTERRUPTED, run.at(), "The process ended before the run did.");
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private synchronized <T> T locked(Work<T> work) throws IOException {
        Path _ = state.createDirectory(directory);
        long deadline = System.nanoTime() + LOCK_TIMEOUT.toNanos();
        while (true) {
            Optional<FileLocks.Lock> lock = locks.tryLock(directory, "lock", OWNER);
            if (lock.isPresent()) {
                try (var _ = lock.get()) {
                    return work.run();
                }
            }
            if (System.nanoTime() > deadline) {
                throw new IOException(
                        "The schedules of this workspace are locked by another process; try again when it has ended.");
            }
            pause();
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(LOCK_RETRY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a lock", e);
        }
    }
}
