package dev.deft.postgres.cluster;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.SqlText;
import dev.deft.postgres.member.Membership;
import dev.deft.server.store.Cluster;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/// Sessions at work, as tasks of db-scheduler. A task lies far in the future while its server is
/// alive; when that one died, the task is due, and one of the servers that have its workspace takes
/// it.
final class WorkQueue implements AutoCloseable {

    private static final Instant FAR = Instant.parse("9000-01-01T00:00:00Z");
    private static final String TASK = "session@";

    /// Who a task belongs to; other tasks belong to nobody.
    private static final String HOLDER =
            "CASE WHEN task_name LIKE 'session@%' THEN split_part(task_instance, '/', 1)::uuid END";

    private static final int THREADS = 8;
    private static final int MISSED_BEATS = 4;
    private static final Duration BEAT = Duration.ofSeconds(1);
    private static final Duration SWEEP = Duration.ofMinutes(1);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final Duration END = Duration.ofSeconds(2);

    private final Database database;
    private final Membership membership;
    private final Scheduler scheduler;
    private final Thread watching;
    private volatile boolean closed;

    /// Begins to take over work.
    ///
    /// @param workspaces that this server has
    /// @param housekeeping what one of the servers does now and then
    WorkQueue(
            Database database,
            Membership membership,
            Set<String> workspaces,
            Consumer<SessionRef> orphan,
            Runnable housekeeping)
            throws IOException {
        this.database = database;
        this.membership = membership;
        List<Task<?>> tasks = new ArrayList<>();
        workspaces.forEach(it -> tasks.add(task(it, orphan)));
        RecurringTask<Void> sweep =
                Tasks.recurring("sweep", FixedDelay.of(SWEEP))
                        .execute((_, _) -> housekeeping.run());
        Duration ahead = ahead(database);
        this.scheduler =
                Scheduler.create(database.source(), tasks)
                        .startTasks(sweep)
                        .tableName("deft_tasks")
                        .schedulerName(new SchedulerName.Fixed(membership.incarnation().toString()))
                        .executorService(Executors.newVirtualThreadPerTaskExecutor())
                        .threads(THREADS)
                        .pollingInterval(BEAT)
                        .heartbeatInterval(BEAT)
                        .missedHeartbeatsLimit(MISSED_BEATS)
                        .pollUsingLockAndFetch(0.5, 1.0)
                        .clock(() -> Instant.now().plus(ahead))
                        .shutdownMaxWait(END)
                        .build();
        scheduler.start();
        this.watching = Thread.ofVirtual().name("deft-takeover").start(this::watch);
    }

    /// How far the clock of the database is ahead; servers compare heartbeats by its time.
    private static Duration ahead(Database database) throws IOException {
        Instant there =
                database.find("SELECT clock_timestamp() AS now", row -> SqlText.time(row, "now"))
                        .orElseThrow();
        return Duration.between(Instant.now(), there);
    }

    private static Task<Void> task(String workspace, Consumer<SessionRef> orphan) {
        return Tasks.oneTime(TASK + workspace)
                .onFailure(new FailureHandler.ExponentialBackoffFailureHandler<>(RETRY))
                .onDeadExecutionRevive()
                .execute((instance, _) ->
                        orphan.accept(
                                new SessionRef(workspace, instance.getId().split("/", 3)[1])));
    }

    /// Notes that a session is at work here.
    static Cluster.AtWork note(Database database, Membership membership, SessionRef session)
            throws IOException {
        String task = TASK + session.workspace();
        String instance =
                "%s/%s/%s"
                        .formatted(membership.incarnation(), session.session(), UUID.randomUUID());
        int _ =
                database.update(
                        "INSERT INTO deft_tasks (task_name, task_instance, execution_time, picked, version) VALUES (?, ?, ?, false, 1) ON CONFLICT DO NOTHING",
                        task,
                        instance,
                        SqlText.time(FAR));
        return () -> remove(database, membership, task, instance);
    }

    private static void remove(
            Database database, Membership membership, String task, String instance)
            throws IOException {
        String sql = "DELETE FROM deft_tasks WHERE task_name = ? AND task_instance = ?";
        try {
            int _ = database.update(sql, task, instance);
        } catch (IOException e) {
            membership.later(it -> Database.update(it, sql, task, instance));
            throw e;
        }
    }

    private void watch() {
        while (!closed) {
            try {
                Thread.sleep(BEAT);
                if (membership.mayTakeOver()) {
                    int _ = makeDue();
                }
            } catch (InterruptedException _) {
                return;
            } catch (IOException e) {
                System.getLogger(WorkQueue.class.getName())
                        .log(System.Logger.Level.DEBUG, "dead servers were not looked for", e);
            }
        }
    }

    /// Work of servers that died is due now.
    private int makeDue() throws IOException {
        return database.update(
                """
                UPDATE deft_tasks SET execution_time = clock_timestamp(), version = version + 1
                WHERE NOT picked AND execution_time = ? AND task_name LIKE 'session@%%' AND %s\
                """
                        .formatted(membership.abandoned(HOLDER)),
                SqlText.time(FAR));
    }

    @Override
    public void close() {
        closed = true;
        watching.interrupt();
        scheduler.stop();
    }
}
