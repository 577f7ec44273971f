package dev.deft.postgres;

import dev.deft.agent.schedule.ScheduleStore;
import dev.deft.agent.session.SessionStore;
import dev.deft.postgres.cluster.PostgresCluster;
import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.PostgresAddress;
import dev.deft.postgres.live.PostgresJournal;
import dev.deft.postgres.live.PostgresLiveEvents;
import dev.deft.postgres.member.Membership;
import dev.deft.postgres.member.Timing;
import dev.deft.postgres.migration.Migrations;
import dev.deft.postgres.record.PostgresAudit;
import dev.deft.postgres.record.PostgresReplies;
import dev.deft.postgres.record.PostgresRequests;
import dev.deft.postgres.record.PostgresTokens;
import dev.deft.postgres.schedule.PostgresScheduleStore;
import dev.deft.postgres.session.PostgresSessionStore;
import dev.deft.server.store.AuditLog;
import dev.deft.server.store.Cluster;
import dev.deft.server.store.EventJournal;
import dev.deft.server.store.LiveEvents;
import dev.deft.server.store.OpenRequests;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.StoredReplies;
import dev.deft.server.store.TokenStore;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;

/// Everything that servers share, in PostgreSQL.
public final class PostgresStore implements ServerStore {

    private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(2);

    private final Database database;
    private final Membership membership;
    private final PostgresLiveEvents live;
    private final PostgresJournal journal;
    private final PostgresReplies replies;
    private final PostgresCluster cluster;

    private PostgresStore(Database database, Membership membership, PostgresLiveEvents live) {
        this.database = database;
        this.membership = membership;
        this.live = live;
        this.journal = new PostgresJournal(database, live);
        this.replies = new PostgresReplies(database, membership);
        this.cluster = new PostgresCluster(database, membership, live, this::sweep);
    }

    /// Connects, brings the tables up to this version, and joins the servers.
    ///
    /// @param server its name; no other server may have it
    public static PostgresStore open(PostgresAddress address, String server, Timing timing)
            throws IOException {
        var database = new Database(address);
        try {
            Migrations.bundled().apply(database);
            Membership membership = Membership.join(database, server, timing);
            try {
                return new PostgresStore(
                        database,
                        membership,
                        new PostgresLiveEvents(database, membership.incarnation().toString()));
            } catch (IOException e) {
                membership.close();
                throw e;
            }
        } catch (IOException e) {
            database.close();
            throw e;
        }
    }

    @Override
    public String kind() {
        return "postgresql";
    }

    @Override
    public SessionStore sessions(ServedWorkspace workspace) {
        cluster.serves(workspace.id());
        return new PostgresSessionStore(database, membership, workspace, InstantSource.system());
    }

    @Override
    public ScheduleStore schedules(ServedWorkspace workspace) {
        return new PostgresScheduleStore(database, membership, workspace.id());
    }

    @Override
    public TokenStore tokens() {
        return new PostgresTokens(database);
    }

    @Override
    public OpenRequests requests() {
        return new PostgresRequests(database);
    }

    @Override
    public StoredReplies replies() {
        return replies;
    }

    @Override
    public AuditLog audit() {
        return new PostgresAudit(database);
    }

    @Override
    public EventJournal journal() {
        return journal;
    }

    @Override
    public LiveEvents live() {
        return live;
    }

    @Override
    public Cluster cluster() {
        return cluster;
    }

    @Override
    public void check() throws IOException {
        boolean _ = database.call(CHECK_TIMEOUT, it -> it.createStatement().execute("SELECT 1"));
        if (!membership.isReported()) {
            throw new IOException(
                    "This server could not report itself to the database for %d seconds; the others take its work over."
                            .formatted(membership.timing().lifetime().toSeconds()));
        }
    }

    /// What lies about longer than it is of use. One of the servers does it, once a minute.
    private void sweep() {
        try {
            replies.sweep();
            journal.trim();
            int _ =
                    database.update(
                            "DELETE FROM deft_requests WHERE closed < clock_timestamp() - interval '1 hour'");
            int _ =
                    database.update(
                            "DELETE FROM deft_forwards WHERE sent < clock_timestamp() - interval '1 hour'");
            int _ =
                    database.update(
                            "DELETE FROM deft_servers WHERE alive_until < clock_timestamp() - interval '1 hour'");
            int _ =
                    database.update(
                            """
                            DELETE FROM deft_runs r WHERE number < (
                                SELECT max(number) - 10000 FROM deft_runs l WHERE l.workspace = r.workspace)\
                            """);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Stops to report itself, as a process that is paused. For tests.
    public void pauseHeartbeat() {
        membership.vanish();
    }

    /// Leaves without a word, as a process that was killed: nothing is given back or told. For
    /// tests.
    public void vanish() {
        membership.vanish();
        database.close();
        live.close();
    }

    @Override
    public void close() {
        live.close();
        membership.close();
        database.close();
    }
}
