package dev.deft.postgres;

import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.PostgresAddress;
import dev.deft.postgres.migration.Migrations;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// A real PostgreSQL of this JVM, with a schema for each test.
public final class TestDatabase implements AutoCloseable {

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private final Path data;
    private final boolean durable;
    private EmbeddedPostgres running;
    private final int port;

    private TestDatabase(Path data, boolean durable) throws IOException {
        this.data = data;
        this.durable = durable;
        this.running = start(0);
        this.port = running.getPort();
    }

    private EmbeddedPostgres start(int at) throws IOException {
        var builder =
                EmbeddedPostgres.builder()
                        .setDataDirectory(data)
                        .setCleanDataDirectory(false)
                        .setServerConfig("fsync", durable ? "on" : "off")
                        .setServerConfig("max_connections", "300");
        return (at > 0 ? builder.setPort(at) : builder).start();
    }

    /// Held by a class, so that it starts when the first test needs it.
    private static final class Shared {

        static final TestDatabase ONE = shared();

        private static TestDatabase shared() {
            try {
                TestDatabase database = start();
                Runtime.getRuntime().addShutdownHook(new Thread(database::close));
                return database;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /// The one that tests share which do not stop it.
    public static TestDatabase shared() {
        return Shared.ONE;
    }

    /// One of its own.
    public static TestDatabase start() throws IOException {
        return new TestDatabase(Files.createTempDirectory("deft-postgres"), false);
    }

    /// One that waits for the disk, as in life.
    public static TestDatabase durable() throws IOException {
        return new TestDatabase(Files.createTempDirectory("deft-postgres"), true);
    }

    public int port() {
        return port;
    }

    /// The address of a schema that nobody else uses.
    public String address() {
        return address(port, "t" + SCHEMAS.incrementAndGet());
    }

    public static String address(int port, String schema) {
        return "postgresql://postgres:postgres@localhost:%d/postgres?sslmode=disable&schema=%s"
                .formatted(port, schema);
    }

    /// A database with the tables of this version.
    public Database database() throws IOException {
        var database = new Database(PostgresAddress.parse(address(), Map.of()));
        Migrations.bundled().apply(database);
        return database;
    }

    /// Stops and starts it, as an operator does.
    public void restart() throws IOException {
        running.close();
        running = start(port);
    }

    @Override
    public void close() {
        try {
            running.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
