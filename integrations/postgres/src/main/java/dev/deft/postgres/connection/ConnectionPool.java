package dev.deft.postgres.connection;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.DataSource;
import javax.sql.PooledConnection;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGConnectionPoolDataSource;

/// A bounded pool of connections. One that was idle is tried before it is handed out; one that
/// failed, or is old, is not used again.
final class ConnectionPool implements DataSource, AutoCloseable {

    private static final Duration WAIT = Duration.ofSeconds(15);
    private static final Duration TRIED_AFTER = Duration.ofMillis(500);
    private static final Duration OLD = Duration.ofMinutes(30);
    private static final int ANSWER_SECONDS = 3;

    private final PGConnectionPoolDataSource source = new PGConnectionPoolDataSource();
    private final int most;
    private final Semaphore free;

    /// The last one returned is the first one taken, so that those that are too many grow old.
    private final Deque<Idle> idle = new ArrayDeque<>();

    private boolean closed;

    private record Idle(PooledConnection connection, long opened, long since) {

        boolean isOld() {
            return System.nanoTime() - opened > OLD.toNanos();
        }

        boolean needsValidation() {
            return System.nanoTime() - since > TRIED_AFTER.toNanos();
        }
    }

    ConnectionPool(PostgresAddress address) {
        address.configure(source);
        this.most = address.pool();
        this.free = new Semaphore(most, true);
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (!acquired()) {
            throw new SQLTransientConnectionException(
                    "all %d connections to the database are in use".formatted(most), "53300");
        }
        boolean handedOut = false;
        try {
            Connection connection = connection();
            handedOut = true;
            return connection;
        } finally {
            if (!handedOut) {
                free.release();
            }
        }
    }

    private boolean acquired() throws SQLException {
        try {
            return free.tryAcquire(WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("interrupted", "57014", e);
        }
    }

    private Connection connection() throws SQLException {
        Optional<Idle> found = take();
        while (found.isPresent()) {
            Optional<Connection> works = tried(found.get());
            if (works.isPresent()) {
                return works.get();
            }
            found = take();
        }
        return handle(source.getPooledConnection(), System.nanoTime());
    }

    private synchronized Optional<Idle> take() throws SQLException {
        if (closed) {
            throw new SQLException("the store is closed", "08003");
        }
        return Optional.ofNullable(idle.pollFirst());
    }

    private Optional<Connection> tried(Idle it) throws SQLException {
        if (it.isOld()) {
            it.connection().close();
            return Optional.empty();
        }
        try {
            Connection handle = it.connection().getConnection();
            if (!it.needsValidation() || handle.isValid(ANSWER_SECONDS)) {
                it.connection()
                        .addConnectionEventListener(new Return(it.connection(), it.opened()));
                return Optional.of(handle);
            }
        } catch (SQLException _) {
            // It is replaced.
        }
        it.connection().close();
        return Optional.empty();
    }

    private Connection handle(PooledConnection connection, long opened) throws SQLException {
        Connection handle = connection.getConnection();
        connection.addConnectionEventListener(new Return(connection, opened));
        return handle;
    }

    /// Takes a connection back when its handle is closed.
    private final class Return implements ConnectionEventListener {

        private final PooledConnection connection;
        private final long opened;
        private boolean broken;

        Return(PooledConnection connection, long opened) {
            this.connection = connection;
            this.opened = opened;
        }

        @Override
        public void connectionClosed(ConnectionEvent event) {
            connection.removeConnectionEventListener(this);
            giveBack(connection, opened, broken);
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            broken = true;
        }
    }

    private void giveBack(PooledConnection connection, long opened, boolean broken) {
        boolean kept = !broken && keep(connection, opened);
        if (!kept) {
            discard(connection);
        }
        free.release();
    }

    private synchronized boolean keep(PooledConnection connection, long opened) {
        if (!closed) {
            idle.addFirst(new Idle(connection, opened, System.nanoTime()));
        }
        return !closed;
    }

    private static void discard(PooledConnection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            System.getLogger(ConnectionPool.class.getName())
                    .log(System.Logger.Level.DEBUG, "closing a connection failed", e);
        }
    }

    @Override
    public void close() {
        Deque<Idle> rest;
        synchronized (this) {
            closed = true;
            rest = new ArrayDeque<>(idle);
            idle.clear();
        }
        rest.forEach(it -> discard(it.connection()));
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the pool has one user");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the pool does not log");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("the pool wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
