package dev.deft.agent.session.file;

import static dev.deft.agent.session.file.LogFixture.ID;
import static dev.deft.agent.session.file.LogFixture.adoption;
import static dev.deft.agent.session.file.LogFixture.stores;
import static dev.deft.agent.session.file.LogFixture.value;
import static dev.deft.agent.session.file.LogFixture.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which entries of a log a user trusts: those they signed, in their place, and those they adopted.
class LogTrustTest {

    @TempDir private Path root;
    private LogFixture fixture;

    @BeforeEach
    void fixture() {
        fixture = new LogFixture(root);
    }

    private static String foreignWarning(String entries) {
        return "Session s1 was not written by you: %s not signed with your key. Its entries are used as text only, and its variables and stored values are ignored. Accept it with deft sessions adopt s1."
                .formatted(entries);
    }

    private static String changedWarning(int line, String problem) {
        return "The log of session s1 was changed or damaged from line %d on: %s. Its entries are used as text only. See deft sessions verify s1; accept it with deft sessions adopt s1."
                .formatted(line, problem);
    }

    @Test
    void trustsEverythingTheUserSigned() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "b", "2"));

        assertThat(fixture.values()).isEqualTo(Map.of("a", value("1"), "b", value("2")));
        assertThat(fixture.warnings()).isEmpty();
        assertThat(fixture.check())
                .isEqualTo(new LogCheck(2, List.of(), false, ForeignEntries.NONE));
        assertThat(fixture.check().warning(ID)).isEmpty();
    }

    @Test
    void ignoresValuesOfAnotherUserAndWarns() throws Exception {
        write(fixture.theirs(), stores(1, "a", "1"), stores(2, "b", "2"));

        try (SessionLease lease = fixture.mine().lease(ID)) {
            assertThat(lease.state().values()).isEmpty();
            assertThat(lease.warnings()).containsExactly(foreignWarning("2 entries (1 to 2) are"));
        }
        assertThat(fixture.check())
                .isEqualTo(new LogCheck(2, List.of(), false, new ForeignEntries(1, 2, 2)));
        assertThat(fixture.check().warning(ID)).contains(foreignWarning("2 entries (1 to 2) are"));
        assertThat(fixture.mine().history(ID).warning()).isEqualTo(fixture.check().warning(ID));
    }

    @Test
    void ignoresEntriesOfAnotherUserBetweenOnesOwn() throws Exception {
        write(fixture.mine(), stores(1, "a", "mine"));
        write(fixture.theirs(), stores(2, "a", "theirs"), stores(3, "b", "theirs"));
        write(fixture.mine(), stores(4, "c", "mine"));

        assertThat(fixture.values()).isEqualTo(Map.of("a", value("mine"), "c", value("mine")));
        assertThat(fixture.check().foreign()).isEqualTo(new ForeignEntries(2, 3, 2));
        fixture.forgetCheckpoint();
        assertThat(fixture.values()).isEqualTo(Map.of("a", value("mine"), "c", value("mine")));
    }

    @Test
    void trustsNoLogUnderAnotherId() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"));
        var copy = new SessionId("copy");
        Files.copy(fixture.log(), fixture.mine().log(copy));

        try (SessionLease lease = fixture.mine().lease(copy)) {
            assertThat(lease.state().values()).isEmpty();
        }
        assertThat(fixture.mine().check(copy).foreign()).isEqualTo(new ForeignEntries(1, 1, 1));
    }

    @Test
    void trustsNoEntryWithoutASignature() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "b", "2"), stores(3, "c", "3"));
        List<String> lines = new ArrayList<>(fixture.lines());
        lines.set(1, lines.get(1).replaceFirst(",\"mac\":\"[0-9a-f]{64}\"", ""));
        fixture.lines(lines);
        fixture.forgetCheckpoint();

        assertThat(fixture.values()).isEqualTo(Map.of("a", value("1"), "c", value("3")));
        assertThat(fixture.warnings()).containsExactly(foreignWarning("entry 2 is"));
        assertThat(fixture.check())
                .isEqualTo(new LogCheck(3, List.of(), false, new ForeignEntries(2, 2, 1)));
    }

    /// Changes the content of the second entry and hashes it again, with the old signature.
    private void forgeSecondEntry(String old, String replacement) throws IOException {
        List<String> lines = new ArrayList<>(fixture.lines());
        String last = lines.get(1);
        lines.set(
                1,
                LogFixture.forged(
                        LogFixture.hash(lines.getFirst()),
                        LogFixture.content(last).replace(old, replacement),
                        LogFixture.mac(last)));
        fixture.lines(lines);
    }

    @Test
    void trustsNoEntryThatWasChangedAndHashedAgain() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "b", "2"));
        forgeSecondEntry("\"2\"", "\"9\"");

        assertThat(fixture.values()).isEqualTo(Map.of("a", value("1")));
        assertThat(fixture.check())
                .isEqualTo(new LogCheck(2, List.of(), false, new ForeignEntries(2, 2, 1)));
    }

    @Test
    void reportsAnEntryWithTheWrongId() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "b", "2"));
        forgeSecondEntry("\"id\":2", "\"id\":7");

        assertThat(fixture.check())
                .isEqualTo(
                        new LogCheck(
                                2,
                                List.of(new LogCheck.Problem(2, "entry 7 (kept) has the wrong id")),
                                false,
                                ForeignEntries.NONE));
        assertThat(fixture.values()).isEqualTo(Map.of("a", value("1")));
    }

    @Test
    void trustsNoEntryThatIsReplayed() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "b", "old"), stores(3, "b", "new"));
        List<String> lines = new ArrayList<>(fixture.lines());
        lines.addAll(List.copyOf(lines));
        fixture.lines(lines);
        fixture.forgetCheckpoint();

        assertThat(fixture.values()).isEqualTo(Map.of("a", value("1"), "b", value("new")));
        assertThat(fixture.warnings())
                .containsExactly(
                        changedWarning(
                                4,
                                "entry 1 (kept) does not match its hash: it, or entry 3 before it, was changed"));
    }

    @Test
    void givesNewEntriesAHigherIdThanAllBefore() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "b", "2"), stores(3, "c", "3"));
        List<String> lines = new ArrayList<>(fixture.lines());
        lines.add(lines.getFirst());
        fixture.lines(lines);

        try (SessionLease lease = fixture.mine().lease(ID)) {
            assertThat(lease.append(stores(4, "d", "4"))).isEqualTo(4);
        }
    }

    private static Json.Obj message(int second) {
        return LogFixture.entry(second, "user").with("content", "m" + second);
    }

    private static Json.Obj summary(int second, int covered) {
        return LogFixture.entry(second, "compaction")
                .with("content", "sum")
                .with("covers_through_ts", message(covered).text("ts").orElseThrow())
                .with("pinned", value("goal"));
    }

    private long context() throws IOException {
        try (SessionLease lease = fixture.mine().lease(ID)) {
            return lease.state().context();
        }
    }

    @Test
    void letsASummaryReplaceForeignMessagesOnlyAfterTheyAreAdopted() throws Exception {
        write(fixture.theirs(), message(1));
        write(fixture.mine(), message(2), summary(3, 1));
        assertThat(context()).isZero();

        write(fixture.mine(), adoption(4), summary(5, 1));
        assertThat(context()).isEqualTo(1);
    }

    @Test
    void letsASummaryReplaceNoChangedMessages() throws Exception {
        write(fixture.mine(), message(1), message(2));
        fixture.lines(fixture.lines().stream().map(it -> it.replace("m1", "m9")).toList());
        write(fixture.mine(), summary(3, 1));

        assertThat(context()).isZero();
    }

    @Test
    void verifiesAlsoTheReplacedMessagesOfASmallLog() throws Exception {
        write(fixture.mine(), message(1), message(2), summary(3, 1));
        assertThat(context()).isEqualTo(1);
        fixture.lines(fixture.lines().stream().map(it -> it.replace("m1", "m9")).toList());

        assertThat(fixture.warnings())
                .containsExactly(
                        changedWarning(
                                1,
                                "entry 1 (user) does not match its hash: it, or entry 0 before it, was changed"));
    }

    @Test
    void countsAllProblemsInItsWarning() throws Exception {
        write(fixture.mine(), LogFixture.numbered(8).toArray(Json.Obj[]::new));
        List<String> lines = new ArrayList<>(fixture.lines());
        lines.remove(6);
        lines.remove(4);
        lines.remove(2);
        fixture.lines(lines);
        fixture.forgetCheckpoint();

        String warning =
                changedWarning(
                        3,
                        "entry 4 (kept) follows entry 2: entries between them were removed (and 2 more)");
        assertThat(fixture.check().warning(ID)).contains(warning);
        assertThat(fixture.warnings()).containsExactly(warning);
        assertThat(fixture.warnings()).as("from the checkpoint").containsExactly(warning);
    }

    /// The oracle is an independent reader of the documented format.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void agreesWithAnIndependentReaderAboutLinesThatMoved(int seed) throws Exception {
        var random = new Random(seed);
        int written = 0;
        write(fixture.mine(), stores(0, "n0", "v0"));
        for (int i = 0; i < 4; i++) {
            FileSessionStore writer = random.nextInt(3) == 0 ? fixture.theirs() : fixture.mine();
            int next = written + 1 + random.nextInt(3);
            write(
                    writer,
                    LogFixture.numbered(next).subList(written, next).toArray(Json.Obj[]::new));
            written = next;
        }
        for (int i = 0; i < 8; i++) {
            fixture.lines(rearranged(fixture.lines(), random));
            fixture.forgetCheckpoint();
            byte[] log = Files.readAllBytes(fixture.log());
            assertThat(fixture.values()).as("step %d", i).isEqualTo(fixture.signedValues());
            assertThat(Files.readAllBytes(fixture.log()))
                    .as("opening changes nothing")
                    .isEqualTo(log);
        }
    }

    private static List<String> rearranged(List<String> log, Random random) {
        List<String> lines = new ArrayList<>(log);
        int at = random.nextInt(lines.size());
        switch (random.nextInt(5)) {
            case 0 -> Collections.swap(lines, at, random.nextInt(lines.size()));
            case 1 -> lines.add(random.nextInt(lines.size() + 1), lines.get(at));
            case 2 -> lines.set(at, lines.get(at).replaceFirst("\"v\":\"v", "\"v\":\"x"));
            case 3 -> lines.addAll(lines.subList(0, at));
            default -> {
                if (lines.size() > 2) {
                    lines.remove(at);
                }
            }
        }
        return lines;
    }

    @Test
    void noticesEveryFlippedBitAndUsesNoChangedValue() throws Exception {
        List<Json.Obj> entries = LogFixture.numbered(6);
        write(fixture.mine(), entries.toArray(Json.Obj[]::new));
        byte[] whole = Files.readAllBytes(fixture.log());
        var random = new Random(11);
        for (int i = 0; i < 300; i++) {
            byte[] changed = whole.clone();
            int at = random.nextInt(changed.length);
            changed[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(fixture.log(), changed);

            LogCheck check = fixture.check();
            assertThat(check.warning(ID).isPresent() || check.unfinished())
                    .as("byte %d", at)
                    .isTrue();
            fixture.forgetCheckpoint();
            assertThat(fixture.values())
                    .as("byte %d", at)
                    .allSatisfy((name, value) ->
                            assertThat(entries)
                                    .anyMatch(it ->
                                            it.text("name").orElseThrow().equals(name)
                                                    && it.find("value")
                                                            .orElseThrow()
                                                            .equals(value)));
        }
    }

    @Test
    void usesValuesOnceTheUserAdoptsThem() throws Exception {
        write(fixture.theirs(), stores(1, "a", "theirs"));
        write(fixture.mine(), stores(2, "b", "mine"), adoption(3));

        assertThat(fixture.values()).isEqualTo(Map.of("a", value("theirs"), "b", value("mine")));
        assertThat(fixture.warnings()).isEmpty();
        assertThat(fixture.check().foreign()).isEqualTo(ForeignEntries.NONE);
        fixture.forgetCheckpoint();
        assertThat(fixture.values()).isEqualTo(Map.of("a", value("theirs"), "b", value("mine")));
        assertThat(fixture.warnings()).isEmpty();
    }

    @Test
    void acceptsNoAdoptionByAnotherUser() throws Exception {
        write(fixture.theirs(), stores(1, "a", "theirs"), adoption(2));

        assertThat(fixture.values()).isEmpty();
        assertThat(fixture.check().foreign()).isEqualTo(new ForeignEntries(1, 2, 2));
    }

    @Test
    void adoptsOnlyEarlierEntries() throws Exception {
        write(fixture.theirs(), stores(1, "a", "first"));
        write(fixture.mine(), adoption(2));
        write(fixture.theirs(), stores(3, "a", "second"));

        assertThat(fixture.values()).isEqualTo(Map.of("a", value("first")));
        assertThat(fixture.check().foreign()).isEqualTo(new ForeignEntries(3, 3, 1));
    }

    @Test
    void adoptsALogThatWasChanged() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "b", "2"));
        fixture.lines(fixture.lines().stream().map(it -> it.replace("\"1\"", "\"9\"")).toList());
        assertThat(fixture.values()).isEqualTo(Map.of("b", value("2")));
        write(fixture.mine(), adoption(3));

        assertThat(fixture.values()).isEqualTo(Map.of("a", value("9"), "b", value("2")));
        assertThat(fixture.warnings()).isEmpty();
    }

    @Test
    void quarantinesTheDirectoryOfAForeignSessionUntilItIsAdopted() throws Exception {
        write(fixture.theirs(), stores(1, "a", "1"));
        Files.createDirectories(fixture.directory());
        Files.writeString(fixture.directory().resolve("undo"), "theirs");

        try (SessionLease lease = fixture.mine().lease(ID)) {
            assertThat(fixture.directory()).doesNotExist();
            assertThat(fixture.quarantined().resolve("undo")).hasContent("theirs");

            long adopted = lease.put(adoption(2));
            assertThat(fixture.directory()).as("not before it is durable").doesNotExist();
            lease.await(adopted);
            assertThat(fixture.directory().resolve("undo")).hasContent("theirs");
            assertThat(fixture.quarantined()).doesNotExist();
        }
    }

    @Test
    void leavesTheDirectoryOfAnAdoptedSessionInPlaceWithoutACheckpoint() throws Exception {
        write(fixture.theirs(), stores(1, "a", "1"));
        write(fixture.mine(), adoption(2));
        Files.createDirectories(fixture.directory());
        fixture.forgetCheckpoint();
        fixture.mine().lease(ID).close();

        assertThat(fixture.directory()).isDirectory();
        assertThat(fixture.quarantined()).doesNotExist();
    }

    @Test
    void quarantinesOnlyOnce() throws Exception {
        write(fixture.theirs(), stores(1, "a", "1"));
        Files.createDirectories(fixture.directory());
        fixture.mine().lease(ID).close();
        Path mine = Files.createDirectories(fixture.directory());
        Files.writeString(mine.resolve("undo"), "mine");

        try (SessionLease lease = fixture.mine().lease(ID)) {
            assertThat(mine.resolve("undo")).as("written by the user since").hasContent("mine");
            lease.append(adoption(2));
            assertThat(mine.resolve("undo")).as("not overwritten").hasContent("mine");
            assertThat(fixture.quarantined()).isDirectory();
        }
    }

    @Test
    void quarantinesADirectoryThatIsOlderThanItsLog() throws Exception {
        Files.createDirectories(fixture.directory());
        Files.createDirectories(fixture.quarantined().resolve("old"));
        fixture.mine().lease(ID).close();

        assertThat(fixture.directory()).doesNotExist();
        assertThat(fixture.quarantined()).isEmptyDirectory();
    }

    @Test
    void leavesTheDirectoryOfTheUsersOwnSessionInPlace() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"));
        Files.createDirectories(fixture.directory());
        fixture.forgetCheckpoint();
        fixture.mine().lease(ID).close();

        assertThat(fixture.directory()).isDirectory();
    }

    @Test
    void leavesTheDirectoryOfAGeneratedSessionInPlace() throws Exception {
        Files.createDirectories(fixture.directory());
        fixture.mine().create(ID).close();

        assertThat(fixture.directory()).isDirectory();
        assertThat(fixture.checkpoint()).as("no checkpoint").doesNotExist();
    }

    @Test
    void deletesQuarantinedFilesButNoLinkTargets() throws Exception {
        write(fixture.theirs(), stores(1, "a", "1"));
        Path outside = Files.createDirectories(root.resolve("outside"));
        Files.writeString(outside.resolve("file"), "stays");
        Files.createDirectories(fixture.directory().resolve("deep"));
        Files.createSymbolicLink(fixture.directory().resolve("deep/link"), outside);
        fixture.mine().lease(ID).close();
        Files.createDirectories(fixture.directory());
        Files.writeString(root.resolve(".deft/sessions/s1.jsonl.torn"), "torn");

        fixture.mine().delete(ID);

        assertThat(fixture.directory()).doesNotExist();
        assertThat(fixture.quarantined()).doesNotExist();
        assertThat(fixture.checkpoint()).doesNotExist();
        assertThat(root.resolve(".deft/sessions")).isEmptyDirectory();
        assertThat(outside.resolve("file")).hasContent("stays");
    }

    @Test
    void worksWithoutAKeyButTrustsNothing() throws Exception {
        Path key = root.resolve(".home/data/session.key");
        Files.createDirectories(key.getParent());
        Files.writeString(key, "short");

        try (SessionLease lease = fixture.mine().lease(ID)) {
            assertThat(lease.warnings())
                    .containsExactly(
                            "Session s1 is written without your signature (java.io.IOException: %s is not a key: it has 5 bytes instead of 32. Delete it, and Deft creates a new one.), so its stored values will be ignored when it is opened again."
                                    .formatted(key));
            lease.append(stores(1, "a", "1"));
        }
        assertThat(fixture.lines()).noneMatch(it -> it.contains("\"mac\""));
        assertThat(fixture.values()).isEmpty();
    }

    @Test
    void keepsForeignEntriesForeignInAFork() throws Exception {
        write(fixture.mine(), stores(1, "a", "mine"));
        write(fixture.theirs(), stores(2, "b", "theirs"));
        var fork = new SessionId("fork");

        fixture.mine().fork(ID, 2, fork);

        try (SessionLease lease = fixture.mine().lease(fork)) {
            assertThat(lease.state().values()).isEqualTo(Map.of("a", value("mine")));
        }
        assertThat(fixture.mine().check(fork))
                .isEqualTo(new LogCheck(3, List.of(), false, new ForeignEntries(2, 2, 1)));
    }
}
