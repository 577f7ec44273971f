package dev.deft.postgres.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.postgres.CutNetwork;
import dev.deft.postgres.Eventually;
import dev.deft.postgres.TestDatabase;
import dev.deft.postgres.TestStores;
import dev.deft.server.store.EventJournal;
import dev.deft.server.store.LiveEvents;
import dev.deft.server.store.LiveEvents.LiveEvent;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class PostgresLiveEventsTest {

    private static final SessionRef SESSION = new SessionRef("w", "s1");

    private static List<LiveEvent> received(LiveEvents live) {
        List<LiveEvent> all = Collections.synchronizedList(new ArrayList<>());
        var _ = live.subscribe(all::add);
        return all;
    }

    private static LiveEvent.Moment moment(int number, String text) {
        return new LiveEvent.Moment(SESSION, 7, number, Json.Obj.EMPTY.with("text", text));
    }

    @Test
    void carriesEventsInOrderToEveryServer() throws Exception {
        try (var stores = new TestStores()) {
            LiveEvents here = stores.open("a").live();
            LiveEvents there = stores.open("b").live();
            List<LiveEvent> own = received(here);
            List<LiveEvent> others = received(there);
            List<LiveEvent> sent = new ArrayList<>();
            var random = new Random(3);
            for (int i = 1; i <= 300; i++) {
                sent.add(
                        switch (random.nextInt(10)) {
                            case 0 -> new LiveEvent.Stored(SESSION, i);
                            case 1 -> moment(i, "\u0000\uD800 \"quoted\" \\ 日本 ".repeat(900));
                            default -> moment(i, "word " + i);
                        });
            }
            sent.forEach(here::publish);

            assertThat(own).as("at once").isEqualTo(sent);
            Eventually.holds("all arrived", () -> others.size() >= sent.size());
            assertThat(others).isEqualTo(sent);
        }
    }

    @Test
    void sendsNoNotificationThatPostgresRefuses() {
        var payloads = new Payloads("sender");
        List<LiveMessage> messages = new ArrayList<>();
        var random = new Random(5);
        for (int i = 0; i < 200; i++) {
            messages.add(
                    new LiveMessage.Event(
                            moment(i, "\"\\\u0001😀é".repeat(random.nextInt(3_000)))));
        }
        List<String> packed = payloads.pack(messages);
        assertThat(packed)
                .allSatisfy(it ->
                        assertThat(it.getBytes(StandardCharsets.UTF_8).length).isLessThan(8_000));
        var other = new Payloads("receiver");
        assertThat(packed.stream().flatMap(it -> other.unpack(it).stream()).toList())
                .isEqualTo(messages);
        assertThat(packed.stream().flatMap(it -> payloads.unpack(it).stream()))
                .as("its own")
                .isEmpty();
    }

    @Test
    void tellsOfAGapAfterALostConnection() throws Exception {
        try (var network = new CutNetwork(TestDatabase.shared().port());
                var stores = new TestStores(TestDatabase.address(network.port(), "gap"))) {
            LiveEvents here = stores.open("a").live();
            List<LiveEvent> events = received(here);
            network.cut();
            network.mend();

            Eventually.holds("a gap", () -> events.contains(new LiveEvent.Gap()));
        }
    }

    @Test
    void aReaderOfTheJournalNeverSeesANumberBeforeAllBeforeIt() throws Exception {
        try (var stores = new TestStores()) {
            List<EventJournal> journals =
                    List.of(stores.open("a").journal(), stores.open("b").journal());
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                EventJournal journal = journals.get(i % 2);
                writers.add(Thread.ofVirtual().start(() -> addMany(journal)));
            }
            List<Long> seen = new ArrayList<>();
            while (seen.size() < 400) {
                long last = seen.isEmpty() ? 0 : seen.getLast();
                journals.get(1).after(last, 1_000).forEach(it -> seen.add(it.number()));
            }
            for (Thread writer : writers) {
                writer.join();
            }
            assertThat(seen).isEqualTo(LongStream.rangeClosed(1, 400).boxed().toList());
            assertThat(journals.getFirst().first()).isEqualTo(1);
            assertThat(journals.getFirst().last()).isEqualTo(400);
        }
    }

    private static void addMany(EventJournal journal) {
        try {
            for (int i = 0; i < 50; i++) {
                long _ = journal.add("session", "w", Json.Obj.EMPTY);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void tellsOtherServersOfTheJournal() throws Exception {
        try (var stores = new TestStores()) {
            EventJournal journal = stores.open("a").journal();
            List<LiveEvent> others = received(stores.open("b").live());
            long number = journal.add("session", "w", Json.Obj.EMPTY.with("x", "\u0000"));

            Eventually.holds("the news", () -> others.contains(new LiveEvent.Journaled(number)));
            assertThat(journal.after(0, 10))
                    .containsExactly(
                            new EventJournal.JournalEvent(
                                    number, "session", "w", Json.Obj.EMPTY.with("x", "\u0000")));
        }
    }
}
