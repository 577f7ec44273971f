package dev.deft.postgres;

import dev.deft.postgres.connection.PostgresAddress;
import dev.deft.postgres.member.Timing;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.ServerStoreProvider;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/// Opens stores at addresses such as `postgresql://deft@db.example/deft`.
public final class PostgresStoreProvider implements ServerStoreProvider {

    private static final Set<String> SCHEMES = Set.of("postgresql", "postgres");

    /// For `ServiceLoader`.
    public PostgresStoreProvider() {}

    @Override
    public boolean knows(String scheme) {
        return SCHEMES.contains(scheme);
    }

    @Override
    public ServerStore open(String address, String server, Map<String, String> environment)
            throws IOException {
        return PostgresStore.open(
                PostgresAddress.parse(address, environment), server, Timing.DEFAULT);
    }
}
