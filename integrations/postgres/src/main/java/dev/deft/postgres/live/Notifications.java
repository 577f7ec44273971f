package dev.deft.postgres.live;

import dev.deft.postgres.connection.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Consumer;
import org.postgresql.PGNotification;

/// Listens on a channel with a connection of its own, and connects again when that one is lost.
final class Notifications implements AutoCloseable {

    private static final int WAIT_MILLIS = 1_000;
    private static final int ANSWER_SECONDS = 4;

    /// A connection that was cut without a word is noticed by asking it something.
    private static final Duration ASKED = Duration.ofSeconds(2);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final Database database;
    private final String channel;
    private final Consumer<String> receiver;
    private final Runnable missed;
    private final Thread listening;
    private volatile boolean closed;

    /// @param receiver gets the payload of each notification, in order
    /// @param missed told when some may have been missed
    Notifications(Database database, String channel, Consumer<String> receiver, Runnable missed)
            throws IOException {
        this.database = database;
        this.channel = channel;
        this.receiver = receiver;
        this.missed = missed;
        Connection first = listening();
        this.listening = Thread.ofVirtual().name("deft-listen").start(() -> listenOn(first));
    }

    private Connection listening() throws IOException {
        Connection connection = database.connect(ANSWER_SECONDS);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + channel);
            return connection;
        } catch (SQLException e) {
            throw new IOException(
                    "The database does not tell this server what happens: " + e.getMessage(), e);
        }
    }

    private void listenOn(Connection first) {
        Connection current = first;
        while (!closed) {
            try (Connection connection = current) {
                receive(connection);
            } catch (SQLException | RuntimeException e) {
                // A listener that fails must not make this server deaf: all read again.
                System.getLogger(Notifications.class.getName())
                        .log(System.Logger.Level.DEBUG, "the listening connection was lost", e);
            }
            if (!closed) {
                current = again(current);
            }
        }
    }

    /// Connects again; what was told meanwhile is missed.
    private Connection again(Connection lost) {
        Duration pause = FIRST_PAUSE;
        while (!closed) {
            try {
                Connection connection = listening();
                missed.run();
                return connection;
            } catch (IOException _) {
                rest(pause);
                pause =
                        pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                                ? pause.multipliedBy(2)
                                : LONGEST_PAUSE;
            }
        }
        return lost;
    }

    private void rest(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException _) {
            closed = true;
        }
    }

    private void receive(Connection connection) throws SQLException {
        long asked = System.nanoTime();
        while (!closed) {
            PGNotification[] told = Database.postgres(connection).getNotifications(WAIT_MILLIS);
            if (told != null) {
                for (PGNotification it : told) {
                    receiver.accept(it.getParameter());
                }
            }
            if (System.nanoTime() - asked > ASKED.toNanos()) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SELECT 1");
                }
                asked = System.nanoTime();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        listening.interrupt();
    }
}
