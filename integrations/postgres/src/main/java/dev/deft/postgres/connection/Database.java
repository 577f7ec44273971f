package dev.deft.postgres.connection;

import dev.deft.state.Uninterrupted;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/// Runs statements. Those that a lost connection cut off are run again for a while, so everything
/// given to it has the same effect when it is run twice: callers send a mark of their own with what
/// must happen once.
///
/// Interrupts do not reach the driver, which would close the connection of its thread.
public final class Database implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final PostgresAddress address;
    private final ConnectionPool pool;
    private volatile boolean closed;

    /// Connects to nothing yet.
    public Database(PostgresAddress address) {
        this.address = address;
        this.pool = new ConnectionPool(address);
    }

    /// Statements on one connection.
    @FunctionalInterface
    public interface Work<T> {

        T run(Connection connection) throws SQLException, IOException;
    }

    public PostgresAddress address() {
        return address;
    }

    /// The pool, for libraries that take connections themselves.
    public DataSource source() {
        return pool;
    }

    /// Runs statements, each a transaction of its own.
    public <T> T call(Work<T> work) throws IOException {
        return call(TIMEOUT, work);
    }

    /// Runs statements, each a transaction of its own.
    ///
    /// @param timeout how long to try again when the database does not answer
    public <T> T call(Duration timeout, Work<T> work) throws IOException {
        return Uninterrupted.call(() -> persistent(timeout, work));
    }

    /// Runs statements as one transaction.
    public <T> T transact(Work<T> work) throws IOException {
        return call(connection -> {
            connection.setAutoCommit(false);
            T result = work.run(connection);
            connection.commit();
            return result;
        });
    }

    /// One row of a result.
    @FunctionalInterface
    public interface Mapping<T> {

        T of(ResultSet row) throws SQLException, IOException;
    }

    /// Runs one statement with a result.
    ///
    /// @param values for its holes
    public <T> List<T> query(String sql, Mapping<T> mapping, @Nullable Object... values)
            throws IOException {
        return call(connection -> {
            try (PreparedStatement statement = prepared(connection, sql, values);
                    ResultSet row = statement.executeQuery()) {
                List<T> all = new ArrayList<>();
                while (row.next()) {
                    all.add(mapping.of(row));
                }
                return all;
            }
        });
    }

    /// Runs one statement with a result of at most one row.
    public <T> Optional<T> find(String sql, Mapping<T> mapping, @Nullable Object... values)
            throws IOException {
        return query(sql, mapping, values).stream().findFirst();
    }

    /// Runs one statement without a result.
    ///
    /// @return how many rows it changed
    public int update(String sql, @Nullable Object... values) throws IOException {
        return call(it -> update(it, sql, values));
    }

    /// Runs one statement without a result.
    ///
    /// @return how many rows it changed
    public static int update(Connection connection, String sql, @Nullable Object... values)
            throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement prepared(
            Connection connection, String sql, @Nullable Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    private <T> T persistent(Duration timeout, Work<T> work) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        Duration pause = FIRST_PAUSE;
        while (true) {
            try (Connection connection = pool.getConnection()) {
                return work.run(connection);
            } catch (SQLException e) {
                if (closed || !SqlFault.mayPass(e) || System.nanoTime() > deadline) {
                    throw SqlFault.told(address, e);
                }
            }
            sleep(pause);
            pause =
                    pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                            ? pause.multipliedBy(2)
                            : LONGEST_PAUSE;
        }
    }

    private static void sleep(Duration pause) throws IOException {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /// A connection of its own, which the caller closes.
    ///
    /// @param seconds how long an answer may take
    public Connection connect(int seconds) throws IOException {
        var source = new PGSimpleDataSource();
        address.configure(source, seconds);
        return Uninterrupted.call(() -> {
            try {
                return source.getConnection();
            } catch (SQLException e) {
                throw SqlFault.told(address, e);
            }
        });
    }

    /// What the driver offers beyond the standard.
    public static PGConnection postgres(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class);
    }

    /// Whether [#close] was called.
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        pool.close();
    }
}
