package dev.deft.agent.schedule;

import dev.deft.os.OsFileLocks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/// A process with a scheduler whose clock its parent sets: for each instant on standard input it
/// runs what is due, prints `ran JOB INSTANT` for each run, and then `ok`.
final class SchedulerChild {

    private SchedulerChild() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        var clock = new ManualClock(args[2]);
        var store =
                new FileScheduleStore(
                        Path.of(args[0]), Path.of(args[1]), new OsFileLocks(), clock, _ -> {});
        var scheduler =
                new Scheduler(
                        store,
                        (job, due, started) -> {
                            System.out.println("ran " + job.id() + " " + due);
                            started.opened("ses_1");
                            return new JobRunner.Ended(JobRun.Status.DONE, "");
                        },
                        clock,
                        Runnable::run,
                        _ -> {},
                        Duration.ofMinutes(1));
        System.out.println("ok");
        try (var lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                clock.set(line);
                var _ = scheduler.check();
                System.out.println("ok");
            }
        }
    }
}
