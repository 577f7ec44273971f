package dev.deft.postgres.member;

import dev.deft.postgres.connection.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/// This server among those that share a database. What it holds there, such as the lease of a
/// session, is its own as long as it reports itself; time is that of the database.
///
/// A process is an incarnation of its server: one that is started again holds nothing of what the
/// one before held.
public final class Membership implements AutoCloseable {

    /// How long a report of a server may take before its connection is replaced.
    private static final int ANSWER_SECONDS = 4;

    private final Database database;
    private final String server;
    private final Timing timing;
    private final UUID incarnation = UUID.randomUUID();
    private final Set<String> held = ConcurrentHashMap.newKeySet();
    private final Queue<Database.Work<Integer>> later = new ConcurrentLinkedQueue<>();
    private volatile long lastBeat;
    private volatile long cutOff;
    private volatile boolean closed;
    private Optional<Thread> beating = Optional.empty();

    private Membership(Database database, String server, Timing timing) {
        this.database = database;
        this.server = server;
        this.timing = timing;
        this.cutOff = System.nanoTime() - timing.lifetime().toNanos();
    }

    /// Joins the servers, and reports itself until it is closed. Waits until an earlier process of
    /// the same name, which was killed, counts as dead.
    ///
    /// @throws IOException if another server of that name is alive
    public static Membership join(Database database, String server, Timing timing)
            throws IOException {
        var membership = new Membership(database, server, timing);
        membership.awaitName();
        membership.beat(database);
        membership.beating =
                Optional.of(
                        Thread.ofVirtual().name("deft-heartbeat").start(membership::keepBeating));
        return membership;
    }

    private void awaitName() throws IOException {
        long deadline = System.nanoTime() + timing.lifetime().plus(timing.beat()).toNanos() * 2;
        while (database.call(it -> isAlive(it, server))) {
            if (System.nanoTime() > deadline) {
                throw new IOException(
                        "Another server named %s works with this database; give each server a name of its own."
                                .formatted(server));
            }
            pause();
        }
    }

    private void pause() throws IOException {
        try {
            Thread.sleep(timing.beat().dividedBy(3));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the server was starting", e);
        }
    }

    private boolean isAlive(Connection connection, String name) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement(
                        "SELECT 1 FROM deft_servers v WHERE name = ? AND incarnation <> ? AND "
                                + alive("v"))) {
            query.setString(1, name);
            query.setObject(2, incarnation);
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    /// The condition that a server reported itself in time. After a start of the database all get
    /// time to report themselves.
    ///
    /// @param alias of `deft_servers` in the statement
    public String alive(String alias) {
        return "greatest(%s.alive_until, pg_postmaster_start_time() + interval '%s') > clock_timestamp()"
                .formatted(alias, timing.interval());
    }

    /// The condition that what is held belongs to nobody any more.
    ///
    /// @param holder the column with the incarnation
    public String abandoned(String holder) {
        return "NOT EXISTS (SELECT 1 FROM deft_servers holding WHERE holding.incarnation = %s AND %s)"
                .formatted(holder, alive("holding"));
    }

    public String server() {
        return server;
    }

    public UUID incarnation() {
        return incarnation;
    }

    public Timing timing() {
        return timing;
    }

    /// Whether this server may take over what others hold. One that was cut off itself waits, since
    /// those others may have been cut off with it.
    public boolean mayTakeOver() {
        long now = System.nanoTime();
        return now - cutOff >= timing.lifetime().toNanos()
                && now - lastBeat < timing.lifetime().toNanos();
    }

    /// Whether this server reported itself in time.
    public boolean isReported() {
        return System.nanoTime() - lastBeat < timing.lifetime().toNanos();
    }

    /// Notes what this process holds, so that nothing else in it takes the same.
    ///
    /// @return whether it was free here
    public boolean reserve(String what) {
        return held.add(what);
    }

    public void unreserve(String what) {
        held.remove(what);
    }

    /// Runs a statement after the next report, again and again until it succeeds: for something
    /// that is given back while the database does not answer.
    public void later(Database.Work<Integer> work) {
        later.add(work);
    }

    /// Other servers that are alive, by name.
    public List<String> others() throws IOException {
        return database.call(connection -> {
            try (PreparedStatement query =
                    connection.prepareStatement(
                            "SELECT DISTINCT name FROM deft_servers v WHERE incarnation <> ? AND %s ORDER BY name"
                                    .formatted(alive("v")))) {
                query.setObject(1, incarnation);
                List<String> names = new ArrayList<>();
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        names.add(rows.getString(1));
                    }
                }
                return names;
            }
        });
    }

    /// The process that a server is now.
    public Optional<UUID> incarnation(String name) throws IOException {
        return database.call(connection -> {
            try (PreparedStatement query =
                    connection.prepareStatement(
                            "SELECT incarnation FROM deft_servers v WHERE name = ? AND %s ORDER BY started DESC LIMIT 1"
                                    .formatted(alive("v")))) {
                query.setString(1, name);
                try (ResultSet row = query.executeQuery()) {
                    return row.next()
                            ? Optional.of(row.getObject(1, UUID.class))
                            : Optional.empty();
                }
            }
        });
    }

    private void beat(Database through) throws IOException {
        int _ = through.call(this::reported);
        beaten();
    }

    private int reported(Connection connection) throws SQLException {
        try (PreparedStatement report =
                connection.prepareStatement(
                        """
                        INSERT INTO deft_servers (incarnation, name, alive_until)
                        VALUES (?, ?, clock_timestamp() + ?::interval)
                        ON CONFLICT (incarnation) DO UPDATE SET alive_until = excluded.alive_until\
                        """)) {
            report.setObject(1, incarnation);
            report.setString(2, server);
            report.setString(3, timing.interval());
            return report.executeUpdate();
        }
    }

    private void beaten() {
        long now = System.nanoTime();
        if (lastBeat != 0 && now - lastBeat > timing.lifetime().toNanos()) {
            cutOff = now;
        }
        lastBeat = now;
    }

    /// Reports on a connection of its own, which no other statement can keep busy.
    private void keepBeating() {
        while (!closed) {
            try (Connection own = database.connect(ANSWER_SECONDS)) {
                while (!closed) {
                    int _ = reported(own);
                    beaten();
                    settle(own);
                    Thread.sleep(timing.beat());
                }
            } catch (SQLException | IOException e) {
                System.getLogger(Membership.class.getName())
                        .log(System.Logger.Level.DEBUG, "the heartbeat is late", e);
                rest();
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private void rest() {
        try {
            Thread.sleep(timing.beat().dividedBy(5));
        } catch (InterruptedException _) {
            closed = true;
        }
    }

    private void settle(Connection own) throws SQLException, IOException {
        while (!later.isEmpty()) {
            int _ = later.element().run(own);
            later.remove();
        }
    }

    /// Stops to report itself at once, as a process does that is killed. For tests.
    public void vanish() {
        closed = true;
        beating.ifPresent(Thread::interrupt);
    }

    /// Leaves: what is still held here is free from now on.
    @Override
    public void close() {
        if (closed) {
            return;
        }
        vanish();
        try {
            int _ =
                    database.call(
                            timing.beat(),
                            connection -> {
                                settle(connection);
                                try (PreparedStatement leave =
                                        connection.prepareStatement(
                                                "DELETE FROM deft_servers WHERE incarnation = ?")) {
                                    leave.setObject(1, incarnation);
                                    return leave.executeUpdate();
                                }
                            });
        } catch (IOException e) {
            System.getLogger(Membership.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "The server could not say that it leaves; the others notice within seconds.",
                            e);
        }
    }
}
