package dev.deft.server.api.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.session.DelegatingStore;
import dev.deft.agent.session.InMemorySessionStore;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionStore;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.server.access.AccessScope;
import dev.deft.server.api.RouteCaller;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsageApiTest {

    private static final String SONNET = "anthropic/claude-sonnet-4-5";

    @TempDir Path temp;

    private Counted store;
    private RouteCaller api;

    @BeforeEach
    void serve() throws IOException {
        Files.createDirectories(temp.resolve("demo"));
        store = new Counted(new InMemorySessionStore());
        api = started();
    }

    private RouteCaller started() {
        return new RouteCaller(
                new UsageRoutes(
                                List.of(new ServedWorkspace("demo", temp.resolve("demo"))),
                                _ -> store,
                                temp.resolve("cache"),
                                Map.of("HOME", temp.resolve("home").toString()))
                        .routes());
    }

    private void append(String session, String... entries) throws IOException {
        try (SessionLease lease = store.lease(new SessionId(session))) {
            long last = 0;
            for (String it : entries) {
                last = lease.put(JsonText.parseObject(it));
            }
            lease.await(last);
        }
    }

    private static String run(String day, String agent, String model) {
        return """
        {"role":"event","ts":"%sT10:00:00Z","event":{"type":"session","agent":"%s","model":"%s"}}\
        """
                .formatted(day, agent, model);
    }

    private static String used(String day, String model, int input) {
        return """
        {"role":"usage","ts":"%sT10:00:00Z","model":"%s","input_tokens":%d,"output_tokens":10}\
        """
                .formatted(day, model, input);
    }

    @Test
    void sumsUpByDayModelAndAgent() throws Exception {
        append(
                "one",
                run("2026-03-01", "build", SONNET),
                used("2026-03-01", "claude-sonnet-4-5", 100),
                used("2026-03-01", "claude-sonnet-4-5", 50),
                used("2026-03-02", "claude-sonnet-4-5", 1));
        append("two", run("2026-03-02", "plan", "local/x"), used("2026-03-02", "x", 7));

        RouteCaller.Answered byDay = api.get("/v1/usage");
        assertThat(byDay.each("day")).containsExactly("2026-03-01", "2026-03-02");
        assertThat(JsonText.write(byDay.json()))
                .contains("\"input_tokens\":150,\"output_tokens\":20")
                .contains("\"requests\":2");

        RouteCaller.Answered byAgent = api.get("/v1/usage?by=model,agent&from=2026-03-02");
        assertThat(byAgent.each("model")).containsExactly(SONNET, "local/x");
        assertThat(byAgent.each("agent")).containsExactly("build", "plan");
        assertThat(byAgent.each("day")).containsExactly("", "");
    }

    @Test
    void knowsTheCostWhereThePriceIsKnown() throws Exception {
        append(
                "one",
                run("2026-03-01", "build", SONNET),
                used("2026-03-01", "claude-sonnet-4-5", 1_000_000),
                run("2026-03-01", "build", "local/x"),
                used("2026-03-01", "x", 7));

        Json.Obj byModel = api.get("/v1/usage?by=model").json();
        assertThat(JsonText.write(byModel)).containsOnlyOnce("cost_usd").contains("3.0001");
        assertThat(JsonText.write(api.get("/v1/usage").json())).doesNotContain("cost_usd");
    }

    @Test
    void doesNotCountACopyTwice() throws Exception {
        append("one", run("2026-03-01", "build", SONNET), used("2026-03-01", "m", 100));
        store.fork(new SessionId("one"), 2, new SessionId("copy"));
        append("copy", used("2026-03-01", "m", 5));

        assertThat(JsonText.write(api.get("/v1/usage").json())).contains("\"input_tokens\":105");
    }

    @Test
    void readsOnlyWhatIsNew() throws Exception {
        for (int i = 0; i < 40; i++) {
            append("s" + i, used("2026-03-01", "m", 1), used("2026-03-01", "m", 1));
        }
        assertThat(JsonText.write(api.get("/v1/usage").json())).contains("\"input_tokens\":80");
        long first = store.read.get();
        append("s3", used("2026-03-01", "m", 1));

        assertThat(JsonText.write(api.get("/v1/usage").json())).contains("\"input_tokens\":81");
        assertThat(store.read.get()).isEqualTo(first + 1);

        assertThat(JsonText.write(started().get("/v1/usage").json()))
                .as("after a restart")
                .contains("\"input_tokens\":81");
        assertThat(store.read.get()).isEqualTo(first + 2);
    }

    @Test
    void refusesWhatItDoesNotKnow() throws Exception {
        assertThat(api.get("/v1/usage?by=moon").status()).isEqualTo(400);
        assertThat(api.get("/v1/usage?from=yesterday").status()).isEqualTo(400);
        assertThat(api.get("/v1/usage?workspace=other").status()).isEqualTo(404);
        RouteCaller bob = api.by(Set.of(AccessScope.LOOK), Optional.of(Set.of("other")));
        append("one", used("2026-03-01", "m", 100));
        assertThat(bob.get("/v1/usage").each("day")).isEmpty();
        assertThat(bob.get("/v1/usage?workspace=demo").status()).isEqualTo(404);
    }

    /// Counts the entries that are read.
    private static final class Counted extends DelegatingStore {

        private final AtomicLong read = new AtomicLong();

        Counted(SessionStore inner) {
            super(inner);
        }

        @Override
        public void read(SessionId id, long after, Consumer<Json.Obj> reader) throws IOException {
            super.read(
                    id,
                    after,
                    it -> {
                        read.incrementAndGet();
                        reader.accept(it);
                    });
        }
    }
}
