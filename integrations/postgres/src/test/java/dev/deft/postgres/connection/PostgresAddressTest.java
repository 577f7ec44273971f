package dev.deft.postgres.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.postgres.PostgresStoreProvider;
import dev.deft.postgres.TestDatabase;
import dev.deft.server.store.ServerStoreProvider;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PostgresAddressTest {

    private static final Map<String, String> ENVIRONMENT =
            Map.of(
                    "PGHOST", "env.example",
                    "PGPORT", "6000",
                    "PGUSER", "env",
                    "PGPASSWORD", "from env",
                    "PGDATABASE", "envdb",
                    "PGSSLMODE", "require");

    @Test
    void readsEverythingFromTheAddress() throws Exception {
        PostgresAddress address =
                PostgresAddress.parse(
                        "postgresql://ann:p%40ss%2Fw+rd@db.example:5433/deft?sslmode=verify-full&schema=team_a&pool=20",
                        ENVIRONMENT);
        assertThat(address)
                .isEqualTo(
                        new PostgresAddress(
                                "db.example",
                                5433,
                                "deft",
                                Optional.of("ann"),
                                Optional.of("p@ss/w+rd"),
                                "team_a",
                                20,
                                Map.of("sslmode", "verify-full")));
        assertThat(address.toString()).isEqualTo("db.example:5433/deft");
    }

    @Test
    void takesTheRestFromTheEnvironment() throws Exception {
        assertThat(PostgresAddress.parse("postgresql://", ENVIRONMENT))
                .isEqualTo(
                        new PostgresAddress(
                                "env.example",
                                6000,
                                "envdb",
                                Optional.of("env"),
                                Optional.of("from env"),
                                "deft",
                                10,
                                Map.of("sslmode", "require")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://ann:s3cret@db/x?schema=a;drop",
                "postgresql://ann:s3cret@db/x?schema=A",
                "postgresql://ann:s3cret@db/x?pool=0",
                "postgresql://ann:s3cret@db/x?pool=many",
                "postgresql://ann:s3cret@db/x?options=-c%20x",
                "postgresql://ann:s3cret@db/x y",
                "postgresql://ann:s3cret#x@db/x^"
            })
    void refusesWhatItCannotReadWithoutRepeatingThePassword(String address) {
        assertThatThrownBy(() -> PostgresAddress.parse(address, Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    @Tag("slow")
    void tellsWhatIsWrongWithTheDatabaseWithoutThePassword() {
        int port = TestDatabase.shared().port();
        assertThatThrownBy(() -> open("postgresql://postgres:s3cret@localhost:1/postgres"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not answer")
                .hasMessageNotContaining("s3cret");
        assertThatThrownBy(() ->
                        open("postgresql://postgres:s3cret@localhost:%d/nowhere".formatted(port)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("There is no database nowhere")
                .hasMessageNotContaining("s3cret");
    }

    private static void open(String address) throws IOException {
        var provider = new PostgresStoreProvider();
        provider.open(address, "one", Map.of()).close();
    }

    @Test
    void isFoundByItsScheme() {
        assertThat(ServiceLoader.load(ServerStoreProvider.class))
                .anySatisfy(it -> {
                    assertThat(it.knows("postgresql")).isTrue();
                    assertThat(it.knows("postgres")).isTrue();
                    assertThat(it.knows("mysql")).isFalse();
                });
    }
}
