package dev.deft.postgres.session;

import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionStoreContract;
import dev.deft.postgres.TestDatabase;
import dev.deft.postgres.connection.Database;
import dev.deft.postgres.member.Membership;
import dev.deft.postgres.member.Timing;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class PostgresSessionStoreContractTest extends SessionStoreContract {

    @TempDir Path root;

    private Database database;
    private Membership membership;

    @BeforeEach
    void open() throws IOException {
        database = TestDatabase.shared().database();
        membership = Membership.join(database, "one", Timing.DEFAULT);
    }

    @AfterEach
    void close() {
        membership.close();
        database.close();
    }

    @Override
    protected SessionStore store() {
        return new PostgresSessionStore(
                database, membership, new ServedWorkspace("w", root), InstantSource.system());
    }
}
