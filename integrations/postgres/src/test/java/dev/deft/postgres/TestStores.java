package dev.deft.postgres;

import dev.deft.postgres.connection.PostgresAddress;
import dev.deft.postgres.member.Timing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Servers on one schema of the shared database.
public final class TestStores implements AutoCloseable {

    /// Shorter than in life, and long enough for a busy machine.
    public static final Timing TIMING = new Timing(Duration.ofMillis(300), Duration.ofSeconds(3));

    private final String address;
    private final List<PostgresStore> open = new ArrayList<>();

    public TestStores() {
        this(TestDatabase.shared().address());
    }

    public TestStores(String address) {
        this.address = address;
    }

    public PostgresStore open(String server) throws IOException {
        return open(server, TIMING);
    }

    public PostgresStore open(String server, Timing timing) throws IOException {
        PostgresStore store =
                PostgresStore.open(PostgresAddress.parse(address, Map.of()), server, timing);
        open.add(store);
        return store;
    }

    public String address() {
        return address;
    }

    @Override
    public void close() {
        open.reversed().forEach(PostgresStore::close);
    }
}
