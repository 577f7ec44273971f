package dev.deft.postgres.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.session.InMemorySessionStore;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionSummary;
import dev.deft.json.Json;
import dev.deft.postgres.TestStores;
import dev.deft.server.store.ServedWorkspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class HostileEntriesTest {

    private static final SessionId ID = new SessionId("s1");

    @TempDir Path root;

    private static Json.Obj said(String text) {
        return Json.Obj.EMPTY
                .with("role", "user")
                .with("ts", "2026-01-02T03:04:05Z")
                .with("content", text)
                .with("source", "user");
    }

    static List<String> texts() {
        return List.of(
                "zero \u0000 within",
                "lone \uD800 high",
                "lone \uDC00 low \uDFFF",
                "swapped \uDC00\uD800",
                "'; DROP TABLE deft_sessions; --",
                "\\'; COPY deft_entries TO PROGRAM 'id'; --",
                "{1,2} {\"a\",NULL} \\x00 $1 ? ?? ::text",
                "\u202Ebidi\u202C \uFEFF \u2028",
                "long " + "x".repeat(5_000_000),
                "many words " + manyWords());
    }

    private static String manyWords() {
        var random = new Random(7);
        var text = new StringBuilder();
        for (int i = 0; i < 120_000; i++) {
            text.append(Long.toString(random.nextLong() >>> 1, 36)).append(' ');
        }
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void keepsEveryTextByteForByte(String text) throws Exception {
        try (var stores = new TestStores()) {
            SessionStore sessions = stores.open("one").sessions(new ServedWorkspace("w", root));
            String name = text.substring(0, Math.min(40, text.length()));
            Json.Obj odd = said(text).with(name, "key");
            Json.Obj readable =
                    said(text).with(name.replaceAll("[\\uD800-\\uDFFF]", "\uFFFD"), "key");
            try (SessionLease lease = sessions.lease(ID)) {
                lease.append(said(text));
                lease.append(odd);
            }
            assertThat(sessions.read(ID, 0))
                    .containsExactly(
                            said(text).with("id", Json.Num.of(1)).with("parent", Json.Num.of(0)),
                            readable.with("id", Json.Num.of(2)).with("parent", Json.Num.of(1)));
            String word = text.split(" ", 2)[0].replaceAll("[^a-z]", "");
            assertThat(sessions.search(word)).extracting(SessionSummary::id).contains("s1");
            assertThat(sessions.search(text.substring(0, Math.min(200, text.length()))))
                    .as("a search for it does no harm")
                    .hasSizeLessThan(2);
        }
    }

    @Test
    void searchesAndListsAsTheStoreInMemoryDoes() throws Exception {
        var random = new Random(42);
        List<String> words = List.of("Alpha", "beta", "alphabet", "größe", "x1", "42", "日本", "ß");
        try (var stores = new TestStores()) {
            SessionStore sessions = stores.open("one").sessions(new ServedWorkspace("w", root));
            var judge = new InMemorySessionStore();
            for (int i = 0; i < 12; i++) {
                List<Json.Obj> entries = entries(random, words);
                write(sessions, "s" + i, entries, random.nextBoolean());
                write(judge, "s" + i, entries, false);
            }
            for (String query :
                    List.of("", "a", "alpha", "AL be", "gr", "日", "x 4", "ss", "s1", "zz", "ß")) {
                assertThat(shown(sessions.search(query)))
                        .as(query)
                        .containsExactlyInAnyOrderElementsOf(shown(judge.search(query)));
            }
        }
    }

    private static List<List<Object>> shown(List<SessionSummary> all) {
        return all.stream()
                .map(it ->
                        List.<Object>of(
                                it.id(),
                                it.title(),
                                it.turns(),
                                it.model(),
                                it.usage(),
                                it.parent()))
                .toList();
    }

    private static List<Json.Obj> entries(Random random, List<String> words) {
        List<Json.Obj> entries = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String text = words.get(random.nextInt(words.size())) + "-" + words.get(i);
            entries.add(
                    switch (random.nextInt(4)) {
                        case 0 ->
                                Json.Obj.EMPTY
                                        .with("role", "title")
                                        .with("ts", "2026-01-02T03:04:05Z")
                                        .with("title", text);
                        case 1 ->
                                Json.Obj.EMPTY
                                        .with("role", "usage")
                                        .with("ts", "2026-01-02T03:04:05Z")
                                        .with("input_tokens", Json.Num.of(random.nextInt(100)))
                                        .with("model", "m/" + i);
                        case 2 ->
                                Json.Obj.EMPTY
                                        .with("role", "rewind")
                                        .with("ts", "2026-01-02T03:04:05Z")
                                        .with("to", Json.Num.of(i / 2));
                        default -> said(text);
                    });
        }
        return entries;
    }

    /// @param together whether entries are written with one wait
    private static void write(
            SessionStore store, String id, List<Json.Obj> entries, boolean together)
            throws Exception {
        try (SessionLease lease = store.lease(new SessionId(id))) {
            long last = 0;
            for (Json.Obj entry : entries) {
                boolean rewinds = entry.text("role").orElse("").equals("rewind");
                long to =
                        entry.find("to")
                                .filter(Json.Num.class::isInstance)
                                .flatMap(it -> ((Json.Num) it).asLong())
                                .orElse(0L);
                last = rewinds ? lease.put(entry, to) : lease.put(entry);
                if (!together) {
                    lease.await(last);
                }
            }
            lease.await(last);
        }
    }
}
