package dev.deft.postgres.schedule;

import dev.deft.agent.schedule.FileScheduleStore;
import dev.deft.agent.schedule.JobExistsException;
import dev.deft.agent.schedule.JobFields;
import dev.deft.agent.schedule.JobRun;
import dev.deft.agent.schedule.ScheduleStore;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.agent.schedule.StoredJob;
import dev.deft.json.Json;
import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.SqlText;
import dev.deft.postgres.member.Membership;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The schedules of a workspace in PostgreSQL. Jobs carry no signature: who may write to the
/// database may make jobs.
///
/// @param workspace its id on the servers
public record PostgresScheduleStore(Database database, Membership membership, String workspace)
        implements ScheduleStore {

    @Override
    public List<StoredJob> jobs() throws IOException {
        return database.query(
                "SELECT id, job FROM deft_jobs WHERE workspace = ? ORDER BY number",
                PostgresScheduleStore::job,
                workspace);
    }

    private static StoredJob job(ResultSet row) throws SQLException, IOException {
        String id = row.getString("id");
        Json.Obj json = SqlText.object(row.getString("job"));
        try {
            return new StoredJob(
                    id, json, Optional.of(JobFields.read(json)), StoredJob.Status.OWN, "");
        } catch (IllegalArgumentException | DateTimeException e) {
            return new StoredJob(
                    id,
                    json,
                    Optional.empty(),
                    StoredJob.Status.DAMAGED,
                    String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void add(ScheduledJob job) throws IOException {
        UUID mark = UUID.randomUUID();
        int added =
                database.update(
                        """
                        INSERT INTO deft_jobs AS j (workspace, id, job, mark)
                        SELECT ?, ?, ?, ? WHERE (SELECT count(*) FROM deft_jobs WHERE workspace = ?) < ?
                        ON CONFLICT (workspace, id) DO UPDATE SET mark = excluded.mark
                        WHERE j.mark = excluded.mark\
                        """,
                        workspace,
                        job.id(),
                        SqlText.json(JobFields.write(job)),
                        mark,
                        workspace,
                        FileScheduleStore.MAX_JOBS);
        if (added > 0) {
            return;
        }
        if (jobs().stream().anyMatch(it -> it.id().equals(job.id()))) {
            throw new JobExistsException(job.id());
        }
        throw new IOException(
                "There are %d jobs, the most a workspace may have; remove some first."
                        .formatted(FileScheduleStore.MAX_JOBS));
    }

    @Override
    public void replace(ScheduledJob job) throws IOException {
        int _ =
                database.update(
                        "UPDATE deft_jobs SET job = ? WHERE workspace = ? AND id = ?",
                        SqlText.json(JobFields.write(job)),
                        workspace,
                        job.id());
    }

    @Override
    public Optional<StoredJob> remove(String id) throws IOException {
        return database.find(
                """
                WITH claims AS (DELETE FROM deft_claims WHERE workspace = ? AND job = ?)
                DELETE FROM deft_jobs WHERE workspace = ? AND id = ? RETURNING id, job\
                """,
                PostgresScheduleStore::job,
                workspace,
                SqlText.plain(id),
                workspace,
                SqlText.plain(id));
    }

    /// A claim carries a mark, so that whoever asks again after a lost connection gets what they
    /// claimed before.
    @Override
    public Set<String> claim(Map<String, Instant> due) throws IOException {
        UUID claimant = UUID.randomUUID();
        Set<String> taken = new HashSet<>();
        for (Map.Entry<String, Instant> wanted : due.entrySet()) {
            int claimed =
                    database.update(
                            """
                            INSERT INTO deft_claims AS c (workspace, job, due, claimant)
                            SELECT workspace, id, ?, ? FROM deft_jobs WHERE workspace = ? AND id = ?
                            ON CONFLICT (workspace, job) DO UPDATE
                            SET due = excluded.due, claimant = excluded.claimant
                            WHERE c.due < excluded.due
                                OR (c.due = excluded.due AND c.claimant = excluded.claimant)\
                            """,
                            SqlText.time(wanted.getValue()),
                            claimant,
                            workspace,
                            SqlText.plain(wanted.getKey()));
            if (claimed > 0) {
                taken.add(wanted.getKey());
            }
        }
        return taken;
    }

    @Override
    public Optional<RunHold> begin(String job) throws IOException {
        UUID mark = UUID.randomUUID();
        int held =
                database.update(
                        """
                        INSERT INTO deft_running_jobs AS r (workspace, job, holder, mark)
                        VALUES (?, ?, ?, ?)
                        ON CONFLICT (workspace, job) DO UPDATE
                        SET holder = excluded.holder, mark = excluded.mark
                        WHERE r.mark = excluded.mark OR %s\
                        """
                                .formatted(membership.abandoned("r.holder")),
                        workspace,
                        SqlText.plain(job),
                        membership.incarnation(),
                        mark);
        return held > 0 ? Optional.of(() -> end(mark)) : Optional.empty();
    }

    private void end(UUID mark) throws IOException {
        String sql = "DELETE FROM deft_running_jobs WHERE workspace = ? AND mark = ?";
        try {
            int _ = database.update(sql, workspace, mark);
        } catch (IOException e) {
            membership.later(it -> Database.update(it, sql, workspace, mark));
            throw e;
        }
    }

    @Override
    public void record(List<JobRun> runs) throws IOException {
        for (JobRun run : runs) {
            int _ =
                    database.update(
                            """
                            INSERT INTO deft_runs (workspace, run, job, due, at, session, status, text)
                            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                            ON CONFLICT (workspace, run) DO UPDATE SET at = excluded.at,
                                session = excluded.session, status = excluded.status, text = excluded.text\
                            """,
                            workspace,
                            SqlText.plain(run.run()),
                            SqlText.plain(run.job()),
                            SqlText.time(run.due()),
                            SqlText.time(run.at()),
                            SqlText.plain(run.session()),
                            run.status().name(),
                            SqlText.plain(run.text()));
        }
    }

    /// A run that has begun and not ended, and that no living server holds, was interrupted.
    @Override
    public List<JobRun> runs(int most) throws IOException {
        return database.query(
                """
                SELECT run, job, due, at, session, status, text, EXISTS (
                    SELECT 1 FROM deft_running_jobs h WHERE h.workspace = r.workspace AND h.job = r.job
                    AND NOT %s) AS going
                FROM deft_runs r WHERE workspace = ? ORDER BY number DESC LIMIT ?\
                """
                        .formatted(membership.abandoned("h.holder")),
                PostgresScheduleStore::run,
                workspace,
                most);
    }

    private static JobRun run(ResultSet row) throws SQLException {
        var run =
                new JobRun(
                        row.getString("run"),
                        row.getString("job"),
                        SqlText.time(row, "due"),
                        SqlText.time(row, "at"),
                        row.getString("session"),
                        JobRun.Status.valueOf(row.getString("status")),
                        row.getString("text"));
        return run.status() == JobRun.Status.STARTED && !row.getBoolean("going")
                ? run.with(
                        JobRun.Status.INTERRUPTED, run.at(), "The server ended before the run did.")
                : run;
    }
}
