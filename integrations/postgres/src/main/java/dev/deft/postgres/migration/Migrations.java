package dev.deft.postgres.migration;

import dev.deft.postgres.connection.Database;
import dev.deft.resource.Resources;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Brings the tables of a schema up to a version. Each step only adds: servers of the version
/// before go on meanwhile, and work on newer tables. What would break them gets another major
/// version.
public final class Migrations {

    /// Tells a lock of Deft from those of other programs.
    private static final int LOCK = 0x64656674;

    /// How long a server that starts waits for a database that does not answer.
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final List<String> STEPS = List.of("1.1-sessions", "1.2-servers", "1.3-cluster");

    private final List<Migration> steps;

    /// One step.
    ///
    /// @param major servers of another one refuse to work with these tables
    /// @param minor counts up within it
    /// @param sql run as one transaction
    public record Migration(int major, int minor, String name, String sql) {}

    public Migrations(List<Migration> steps) {
        this.steps = List.copyOf(steps);
    }

    /// The steps of this version.
    public static Migrations bundled() throws IOException {
        List<Migration> steps = new ArrayList<>();
        for (String step : STEPS) {
            String[] parts = step.split("[.-]", 3);
            steps.add(
                    new Migration(
                            Integer.parseInt(parts[0]),
                            Integer.parseInt(parts[1]),
                            parts[2],
                            Resources.text(Migrations.class, step + ".sql")));
        }
        return new Migrations(steps);
    }

    /// These and more, for a version to come.
    public Migrations plus(Migration step) {
        List<Migration> more = new ArrayList<>(steps);
        more.add(step);
        return new Migrations(more);
    }

    /// Carries out the steps that the schema lacks. Of several servers at once, one does.
    ///
    /// @throws IOException if a later version of Deft made tables that this one cannot use
    public void apply(Database database) throws IOException {
        String schema = database.address().schema();
        boolean current = database.call(TIMEOUT, it -> lacking(it, schema).isEmpty());
        if (!current) {
            int _ = database.transact(it -> applied(it, schema));
        }
    }

    private int applied(Connection connection, String schema) throws SQLException, IOException {
        try (PreparedStatement lock =
                connection.prepareStatement(
                        "SELECT pg_advisory_xact_lock(?, hashtext(?)), set_config('lock_timeout', '5s', true)")) {
            lock.setInt(1, LOCK);
            lock.setString(2, schema);
            lock.executeQuery().close();
        }
        List<Migration> lacking = lacking(connection, schema);
        for (Migration step : lacking) {
            run(connection, schema, step);
        }
        return lacking.size();
    }

    /// The steps that were not carried out.
    private List<Migration> lacking(Connection connection, String schema)
            throws SQLException, IOException {
        if (!exists(connection, schema)) {
            return steps;
        }
        int major = steps.getLast().major();
        Optional<int[]> last = last(connection, schema);
        if (last.isPresent() && last.get()[0] != major) {
            throw new IOException(
                    "The tables in the schema %s of the database are of version %d, and this Deft works with version %d; %s."
                            .formatted(
                                    schema,
                                    last.get()[0],
                                    major,
                                    last.get()[0] > major
                                            ? "install a newer one"
                                            : "move the data, or use another schema"));
        }
        int minor = last.map(it -> it[1]).orElse(0);
        return steps.stream().filter(it -> it.minor() > minor).toList();
    }

    /// Reads the table of tables. A function that looks up a name, such as `to_regclass`, may
    /// answer from what the connection remembered before it waited for another server.
    private static boolean exists(Connection connection, String schema) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement(
                        "SELECT FROM pg_catalog.pg_tables WHERE schemaname = ? AND tablename = 'deft_migrations'")) {
            query.setString(1, schema);
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        }
    }

    private static Optional<int[]> last(Connection connection, String schema) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row =
                        query.executeQuery(
                                "SELECT major, minor FROM %s.deft_migrations ORDER BY major DESC, minor DESC LIMIT 1"
                                        .formatted(schema))) {
            return row.next()
                    ? Optional.of(new int[] {row.getInt(1), row.getInt(2)})
                    : Optional.empty();
        }
    }

    private static void run(Connection connection, String schema, Migration step)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA IF NOT EXISTS " + schema);
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS %s.deft_migrations (major integer NOT NULL, minor integer NOT NULL, name text NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (major, minor))"
                            .formatted(schema));
            statement.execute("SET LOCAL search_path TO " + schema);
            statement.execute(step.sql());
        }
        try (PreparedStatement note =
                connection.prepareStatement(
                        "INSERT INTO deft_migrations (major, minor, name) VALUES (?, ?, ?)")) {
            note.setInt(1, step.major());
            note.setInt(2, step.minor());
            note.setString(3, step.name());
            note.executeUpdate();
        }
    }
}
