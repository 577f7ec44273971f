package dev.deft.agent.schedule;

import dev.deft.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A store for tests that need no disk.
final class InMemoryScheduleStore implements ScheduleStore {

    final List<StoredJob> jobs = new ArrayList<>();
    final List<JobRun> runs = new ArrayList<>();
    private final Map<String, Instant> claims = new HashMap<>();
    private final Set<String> held = new HashSet<>();

    @Override
    public List<StoredJob> jobs() {
        return jobs;
    }

    @Override
    public void add(ScheduledJob job) {
        jobs.add(
                new StoredJob(
                        job.id(), Json.Obj.EMPTY, Optional.of(job), StoredJob.Status.OWN, ""));
    }

    @Override
    public void replace(ScheduledJob job) {
        jobs.removeIf(it -> it.id().equals(job.id()));
        add(job);
    }

    @Override
    public Optional<StoredJob> remove(String id) {
        Optional<StoredJob> found = jobs.stream().filter(it -> it.id().equals(id)).findFirst();
        found.ifPresent(jobs::remove);
        return found;
    }

    @Override
    public Set<String> claim(Map<String, Instant> due) {
        Set<String> taken = new HashSet<>();
        due.forEach((id, instant) -> {
            if (!claims.containsKey(id) || instant.isAfter(claims.get(id))) {
                claims.put(id, instant);
                taken.add(id);
            }
        });
        return taken;
    }

    @Override
    public Optional<RunHold> begin(String job) {
        return held.add(job) ? Optional.of(() -> held.remove(job)) : Optional.empty();
    }

    @Override
    public void record(List<JobRun> more) {
        runs.addAll(more);
    }

    @Override
    public List<JobRun> runs(int most) {
        return runs.reversed();
    }
}
