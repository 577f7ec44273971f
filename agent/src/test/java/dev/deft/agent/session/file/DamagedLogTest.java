package dev.deft.agent.session.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Part;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.OpenLog;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SomeCalls;
import dev.deft.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A damaged log opens with all entries that can be read.
class DamagedLogTest {

    @TempDir private Path root;

    private OpenLog open() throws IOException {
        return FileStores.open(root, "s1", InstantSource.system());
    }

    private Path file() {
        return root.resolve(".deft/sessions/s1.jsonl");
    }

    /// Eight entries: user, assistant, call, result, kept, usage of none, kept, title.
    @BeforeEach
    void aSession() throws IOException {
        try (OpenLog log = open()) {
            log.addUserMessage(
                    new Entry.User(List.of(new Part.Text("grüße {\"role\":\"x\"}")), "user"));
            log.addAnswer(
                    new Entry.Assistant(
                            List.of(new Part.Call("c1", "nothing", "{}")), Answer.Stop.CALLS, "m"));
            SomeCalls.intent(log, "c1");
            SomeCalls.result(log, "c1");
            log.keep("a", Json.Obj.EMPTY.with("role", "nested"));
            log.keep("b", Json.Obj.EMPTY.with("v", "2"));
            log.keep("todo", Json.Obj.EMPTY.with("v", "3"));
            log.setTitle("all");
        }
    }

    private void damage(UnaryOperator<String> change) throws IOException {
        String text = Files.readString(file(), StandardCharsets.ISO_8859_1);
        Files.writeString(file(), change.apply(text), StandardCharsets.ISO_8859_1);
    }

    private void damageLine(int number, UnaryOperator<String> change) throws IOException {
        damage(text -> {
            String[] lines = text.split("(?<=\n)");
            lines[number - 1] = change.apply(lines[number - 1]);
            return String.join("", lines);
        });
    }

    private List<Long> ids() throws IOException {
        return FileStores.history(root, "s1").branch().stream().map(Entry::id).toList();
    }

    private List<String> problems() throws IOException {
        return LogCheck.of(file(), new SessionId("s1"), Owners.of(root)).problems().stream()
                .map(it -> it.line() + ": " + it.what())
                .toList();
    }

    @Test
    void isIntactIfNobodyChangedIt() throws Exception {
        assertThat(LogCheck.of(file(), new SessionId("s1"), Owners.of(root)))
                .isEqualTo(new LogCheck(8, List.of(), false, ForeignEntries.NONE));
        assertThat(ids()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @Test
    void readsBothOfTwoEntriesOnOneLine() throws Exception {
        damageLine(5, String::strip);

        assertThat(ids()).hasSize(8);
        assertThat(problems()).containsExactly("5: damaged: 2 entries on one line");
    }

    @Test
    void readsTheEntryThatFollowsATornOne() throws Exception {
        damageLine(5, it -> it.substring(0, it.length() / 2));

        assertThat(ids()).containsExactly(1L, 2L, 3L, 4L, 6L, 7L, 8L);
        assertThat(problems())
                .containsExactly(
                        "5: damaged: one entry can be read; the rest of the line is lost",
                        "5: entry 6 (kept) follows damaged content and cannot be verified");
    }

    @Test
    void skipsALineOfZeros() throws Exception {
        damageLine(5, it -> "\0".repeat(it.length() - 1) + "\n");

        assertThat(ids()).containsExactly(1L, 2L, 3L, 4L, 6L, 7L, 8L);
        assertThat(problems())
                .containsExactly(
                        "5: damaged: no entry can be read; its content is lost",
                        "6: entry 6 (kept) follows damaged content and cannot be verified");
    }

    @Test
    void readsAnEntryAfterZeros() throws Exception {
        damageLine(5, it -> "\0".repeat(4096) + it);

        assertThat(ids()).hasSize(8);
        assertThat(problems()).singleElement().asString().startsWith("5: damaged: one entry");
    }

    @Test
    void readsTextThatIsNotUtf8() throws Exception {
        damageLine(1, it -> it.replace("gr\u00c3\u00bc\u00c3\u009fe", "gr\u00ff\u00fee"));

        assertThat(FileStores.history(root, "s1").branch().getFirst().body())
                .isEqualTo(
                        new Entry.User(
                                List.of(new Part.Text("gr\ufffd\ufffde {\"role\":\"x\"}")),
                                "user"));
        assertThat(problems()).singleElement().asString().startsWith("1: entry 1 (user) does not");
    }

    @Test
    void reportsChangedAndRemovedEntries() throws Exception {
        damageLine(6, it -> it.replace("\"2\"", "\"9\""));
        damageLine(3, _ -> "");

        assertThat(problems())
                .containsExactly(
                        "3: entry 4 (result) follows entry 2: entries between them were removed",
                        "5: entry 6 (kept) does not match its hash: it, or entry 5 before it, was changed");
    }

    @Test
    void reportsALaterChangeAsSuch() throws Exception {
        damageLine(7, it -> it.replace("\"3\"", "\"9\""));
        damageLine(5, _ -> "{\"broken\n");

        assertThat(problems())
                .containsExactly(
                        "5: damaged: no entry can be read; its content is lost",
                        "6: entry 6 (kept) follows damaged content and cannot be verified",
                        "7: entry 7 (todo) does not match its hash: it, or entry 6 before it, was changed");
    }

    @Test
    void reportsAnEntryWithFieldsAfterItsSignatureOnce() throws Exception {
        damageLine(5, it -> it.replace("}\n", ",\"x\":1}\n"));

        assertThat(problems())
                .containsExactly(
                        "5: entry 5 (kept) does not match its hash: it, or entry 4 before it, was changed");
    }

    @Test
    void continuesTheChainAfterDamage() throws Exception {
        damageLine(5, _ -> "{\"broken\n");
        try (OpenLog log = open()) {
            assertThat(log.recall("b")).as("it follows a lost entry").isEmpty();
            assertThat(log.recall("todo")).isPresent();
            log.setTitle("new");
        }

        assertThat(FileStores.history(root, "s1").title()).isEqualTo("new");
        assertThat(problems()).hasSize(2);
    }

    @Test
    void addsALostResultOnlyOnce() throws Exception {
        damageLine(4, _ -> "\n");
        open().close();
        open().close();

        List<Entry> results =
                FileStores.history(root, "s1").entries().stream()
                        .filter(it -> it.body() instanceof Entry.Result)
                        .toList();
        assertThat(results).hasSize(1);
        assertThat(((Entry.Result) results.getFirst().body()).failed()).isTrue();
    }

    @Test
    void acceptsALastLineWithoutANewline() throws Exception {
        damage(it -> it.substring(0, it.length() - 1));

        assertThat(problems()).isEmpty();
        assertThat(ids()).hasSize(8);
        try (OpenLog log = open()) {
            log.setTitle("on");
        }
        assertThat(problems()).isEmpty();
        assertThat(ids()).hasSize(9);
        assertThat(root.resolve(".deft/sessions/s1.jsonl.torn")).doesNotExist();
    }

    @Test
    void opensAfterACrashAtAnyByteNearALineEnd() throws Exception {
        byte[] whole = Files.readAllBytes(file());
        List<Integer> lengths = new ArrayList<>(List.of(0));
        for (int i = 0; i < whole.length; i++) {
            if (whole[i] == '\n') {
                lengths.addAll(List.of(i - 67, i - 1, i, i + 1, Math.min(i + 2, whole.length)));
            }
        }
        opensPrefixes(whole, lengths);
    }

    @Test
    @Tag("deep")
    void opensAfterACrashAtAnyByte() throws Exception {
        byte[] whole = Files.readAllBytes(file());
        opensPrefixes(whole, IntStream.rangeClosed(0, whole.length).boxed().toList());
    }

    /// A prefix holds the entries whose lines are complete, but for the newline.
    private void opensPrefixes(byte[] whole, List<Integer> lengths) throws IOException {
        for (int length : lengths) {
            byte[] prefix = Arrays.copyOf(whole, length);
            int entries = 0;
            for (int i = 0; i < length; i++) {
                entries += whole[i] == '\n' || (i == length - 1 && whole[length] == '\n') ? 1 : 0;
            }
            Files.write(file(), prefix);
            List<Long> ids = ids();
            assertThat(ids).as("prefix of %d", length).hasSize(entries);
            open().close();
            assertThat(problems()).as("prefix of %d", length).isEmpty();
            assertThat(ids()).as("prefix of %d", length).startsWith(ids.toArray(Long[]::new));
        }
    }

    @Test
    void opensAndContinuesAfterRandomDamage() throws Exception {
        scramble(60);
    }

    @Test
    @Tag("deep")
    void opensAndContinuesAfterMuchRandomDamage() throws Exception {
        scramble(2_000);
    }

    private void scramble(int seeds) throws IOException {
        byte[] whole = Files.readAllBytes(file());
        for (int seed = 0; seed < seeds; seed++) {
            Files.write(file(), scrambled(whole, new Random(seed)));
            String title = "t" + seed;
            try (OpenLog log = open()) {
                log.setTitle(title);
            }
            open().close();
            assertThat(FileStores.history(root, "s1").title()).as("seed %d", seed).isEqualTo(title);
            List<Json.Obj> readable = new ArrayList<>();
            FileStores.in(root).read(new SessionId("s1"), 0, readable::add);
            LogCheck check = LogCheck.of(file(), new SessionId("s1"), Owners.of(root));
            assertThat(check.entries()).as("seed %d", seed).isEqualTo(readable.size());
        }
    }

    private static byte[] scrambled(byte[] whole, Random random) {
        var out = new ByteArrayOutputStream();
        int from = random.nextInt(whole.length);
        int to = from + random.nextInt(whole.length - from);
        out.write(whole, 0, from);
        switch (random.nextInt(4)) {
            case 0 -> {
                byte[] noise = new byte[random.nextInt(200)];
                random.nextBytes(noise);
                out.writeBytes(noise);
                out.write(whole, from, whole.length - from);
            }
            case 1 -> out.write(whole, to, whole.length - to);
            case 2 -> {
                out.writeBytes(new byte[to - from]);
                out.write(whole, to, whole.length - to);
            }
            default -> {
                out.write(whole, 0, to);
                out.write(whole, from, whole.length - from);
            }
        }
        return out.toByteArray();
    }
}
