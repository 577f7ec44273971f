package dev.deft.postgres.connection;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/// What an error of the database means.
public final class SqlFault {

    /// Classes of codes after which the same statements may succeed: connections, resources, and
    /// interventions of an operator such as a restart.
    private static final Set<String> PASSING = Set.of("08", "53", "57", "58");

    /// Serialization, deadlock, and locks that were not free in time.
    private static final Set<String> REPEATABLE = Set.of("40001", "40P01", "55P03", "25P03");

    private static final String STATEMENT_CANCELLED = "57014";

    private SqlFault() {}

    private static String state(SQLException problem) {
        return Optional.ofNullable(problem.getSQLState()).orElse("");
    }

    /// Whether the same statements may succeed when they are run again.
    static boolean mayPass(SQLException problem) {
        String state = state(problem);
        return (state.length() > 2
                        && PASSING.contains(state.substring(0, 2))
                        && !state.equals(STATEMENT_CANCELLED))
                || REPEATABLE.contains(state);
    }

    /// The error for people. Names neither a password nor a statement.
    public static IOException told(PostgresAddress address, SQLException problem) {
        String state = state(problem);
        if (state.startsWith("28")) {
            return new IOException(
                    "The database %s refuses the user or the password; check both, the password is also read from PGPASSWORD."
                            .formatted(address),
                    problem);
        }
        if (state.equals("3D000")) {
            return new IOException(
                    "There is no database %s at %s:%d; create it, or name another one in the address of the store."
                            .formatted(address.database(), address.host(), address.port()),
                    problem);
        }
        if (state.equals("42501")) {
            return new IOException(
                    "The user may not do this in the database %s: %s."
                            .formatted(address, problem.getMessage()),
                    problem);
        }
        if (mayPass(problem)) {
            return new IOException(
                    "The database %s does not answer: %s".formatted(address, problem.getMessage()),
                    problem);
        }
        return new IOException(
                "The database %s refused a statement: %s".formatted(address, problem.getMessage()),
                problem);
    }
}
