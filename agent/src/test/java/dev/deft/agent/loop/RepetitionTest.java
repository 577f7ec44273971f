package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.policy.BudgetLimits;
import dev.deft.run.Approval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepetitionTest {

    @TempDir private Path root;

    private LoopFixture agent;
    private int ids;

    @BeforeEach
    void fixture() {
        agent = new LoopFixture(root).limitedTo(100, BudgetLimits.NONE);
    }

    @AfterEach
    void close() throws IOException {
        agent.close();
    }

    /// Runs steps with these calls; returns which calls were refused, in order.
    ///
    /// @param steps one letter for each call: capitals echo themselves, the others are tools
    private List<Boolean> refused(String... steps) throws IOException {
        for (String step : steps) {
            agent.model.calls(calls(step));
        }
        agent.model.says("Done.");
        agent.run("go");
        return agent.model.results().stream().map(Message.CallResult::failed).toList();
    }

    private Part.Call[] calls(String letters) {
        return IntStream.range(0, letters.length())
                .mapToObj(i -> call(letters.charAt(i)))
                .toArray(Part.Call[]::new);
    }

    private Part.Call call(char letter) {
        String id = "c" + ids++;
        return switch (letter) {
            case 'n' -> FakeModel.call(id, "count", "{}");
            case 'w' -> FakeModel.call(id, "watch", "{}");
            case 'l' -> FakeModel.call(id, "look", "{\"path\":\"a.txt\"}");
            case 'g' -> FakeModel.call(id, "guarded", "{\"text\":\"x\"}");
            default -> FakeModel.call(id, "echo", "{\"text\":\"" + letter + "\"}");
        };
    }

    private void write(String text) {
        try {
            Files.writeString(root.resolve("a.txt"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A step that changes the file and then looks at it.
    private void looksAfterWriting(String text) {
        Part.Call look = call('l');
        agent.model.replies((_, _) -> {
            write(text);
            return FakeModel.calling(FakeModel.USAGE, look);
        });
    }

    @Test
    void refusesTheThirdIdenticalCallAndEachOneAfterIt() throws IOException {
        assertThat(refused("A", "A", "A", "A")).containsExactly(false, false, true, true);
    }

    @Test
    void countsTheCallsOfOneStepToo() throws IOException {
        assertThat(refused("BAAA", "A", "B"))
                .containsExactly(false, false, false, true, true, false);
    }

    @Test
    void refusesAWholeStepThatComesForTheThirdTime() throws IOException {
        assertThat(refused("AB", "AB", "AB", "AB"))
                .containsExactly(false, false, false, false, true, true, true, true);
    }

    @Test
    void recognizesAStepInAnotherOrder() throws IOException {
        assertThat(refused("ABC", "CBA", "BAC"))
                .containsExactly(false, false, false, false, false, false, true, true, true);
    }

    @Test
    void allowsACallAgainBesideOthersThatDiffer() throws IOException {
        assertThat(refused("AB", "CB", "DB", "B")).hasSize(7).doesNotContain(true);
    }

    @Test
    void startsCountingAgainAfterAnotherCall() throws IOException {
        assertThat(refused("A", "A", "B", "A", "A", "A"))
                .containsExactly(false, false, false, false, false, true);
    }

    @Test
    void startsCountingAgainAfterAnotherStep() throws IOException {
        assertThat(refused("AB", "AB", "CD", "AB", "AB", "AB"))
                .containsExactly(
                        false, false, false, false, false, false, false, false, false, false, true,
                        true);
    }

    @Test
    void allowsACallWhoseResultDiffers() throws IOException {
        assertThat(refused("n", "n", "n", "n", "n")).hasSize(5).doesNotContain(true);
        assertThat(refused("nA", "nA", "nA", "nA")).hasSize(13).doesNotContain(true);
    }

    @Test
    void countsARefusalAsOneMoreCall() throws IOException {
        assertThat(refused("A", "A", "A")).containsExactly(false, false, true);
        assertThat(reasons("A", "A", "A", "A", "A"))
                .containsExactly(reason("3rd"), reason("4th"), reason("5th"));
    }

    @Test
    void countsCallsThatNeverRan() throws IOException {
        List<List<String>> reasons = new CopyOnWriteArrayList<>();
        agent.approvedBy(request -> {
            reasons.add(request.reasons());
            return Approval.REJECT;
        });

        assertThat(refused("g", "g", "g")).containsExactly(true, true, true);
        assertThat(reasons)
                .containsExactly(
                        List.of("It is guarded."),
                        List.of("It is guarded."),
                        List.of(
                                "It is guarded.",
                                reason("3rd").replace("echo is called", "guarded is called")));
    }

    @Test
    void doesNotCountToolsThatWatch() throws IOException {
        assertThat(refused("w", "w", "w", "w")).hasSize(4).doesNotContain(true);
        assertThat(refused("wA", "wA", "wA", "wA").subList(4, 12)).doesNotContain(true);
    }

    @Test
    void startsCountingAgainAfterAToolThatWatches() throws IOException {
        assertThat(refused("A", "A", "w", "A", "A", "A"))
                .containsExactly(false, false, false, false, false, true);
        assertThat(refused("AAwA").subList(6, 10)).doesNotContain(true);
    }

    @Test
    void startsCountingStepsAgainAfterAStepThatWatches() throws IOException {
        assertThat(refused("AB", "AB", "ABw", "AB", "AB")).hasSize(11).doesNotContain(true);
    }

    @Test
    void allowsAnotherCallWithTheIdOfARefusedOne() throws IOException {
        Part.Call same = FakeModel.call("c", "echo", "{\"text\":\"x\"}");
        agent.model.calls(same).calls(same).calls(same);
        agent.model.calls(FakeModel.call("c", "echo", "{\"text\":\"y\"}"));

        assertThat(refused()).containsExactly(false, false, true, false);
    }

    @Test
    void keepsCountingAfterARefusal() throws IOException {
        List<String> reasons = new CopyOnWriteArrayList<>();
        agent.approvedBy(request -> {
            reasons.addAll(request.reasons());
            return reasons.size() == 1 ? Approval.REJECT : Approval.ONCE;
        });

        assertThat(refused("A", "A", "A", "A", "A"))
                .containsExactly(false, false, true, false, false);
        assertThat(reasons).containsExactly(reason("3rd"), reason("4th"), reason("5th"));
    }

    @Test
    void ignoresHowACallIsSpelled() throws IOException {
        agent.model
                .calls(FakeModel.call("c1", "echo", "{\"text\":\"x\"}"))
                .calls(FakeModel.call("c2", "Echo", "{ \"text\" : \"x\" }"))
                .calls(FakeModel.call("c3", "ECHO", "{\"text\":\"x\"}\n"));

        assertThat(refused()).containsExactly(false, false, true);
    }

    @Test
    void startsCountingAgainWithEachTurn() throws IOException {
        refused("A", "A");
        assertThat(refused("A", "A", "A")).containsExactly(false, false, false, false, true);
        agent.close();
        agent = new LoopFixture(root);
        refused("AB", "AB");
        assertThat(refused("AB", "AB")).hasSize(8).doesNotContain(true);
    }

    @Test
    void allowsALookAtAFileThatHasChanged() throws IOException {
        for (int i = 0; i < 5; i++) {
            looksAfterWriting("x".repeat(i));
        }
        assertThat(refused()).hasSize(5).doesNotContain(true);
    }

    @Test
    void countsLooksAgainAfterTheLastChange() throws IOException {
        write("one");
        agent.model.calls(call('l')).calls(call('l'));
        looksAfterWriting("other");

        assertThat(refused("l", "l")).containsExactly(false, false, false, true, true);
    }

    @Test
    void countsLooksAtAFileThatStaysTheSameOrAbsent() throws IOException {
        assertThat(refused("l", "l", "l")).containsExactly(false, false, true);
        write("one");
        assertThat(refused("l", "l", "l").subList(3, 6)).containsExactly(false, false, true);
    }

    @Test
    void forgetsWhatAFileWasAtATurnOrAStepBefore() throws IOException {
        write("one");
        assertThat(refused("l", "A", "l", "l")).doesNotContain(true);
        looksAfterWriting("other, in the next turn");
        assertThat(refused("l", "l").subList(4, 7)).containsExactly(false, false, true);
    }

    @Test
    void tellsTheModelWhyItIsRefused() throws IOException {
        refused("A", "A", "A");

        assertThat(agent.model.results().getLast().text()).contains(reason("3rd"));
    }

    @Test
    void spellsOrdinals() throws IOException {
        String[] steps = new String[24];
        Arrays.fill(steps, "A");
        List<String> reasons = reasons(steps);

        assertThat(reasons)
                .contains(
                        reason("10th"),
                        reason("11th"),
                        reason("12th"),
                        reason("13th"),
                        reason("20th"),
                        reason("21st"),
                        reason("22nd"),
                        reason("23rd"),
                        reason("24th"))
                .hasSize(22);
    }

    private static String reason(String times) {
        return "echo is called with the same arguments for the %s time in a row, and gave the same result each time."
                .formatted(times);
    }

    /// The reasons that an approver gets who approves everything.
    private List<String> reasons(String... steps) throws IOException {
        agent.close();
        List<String> reasons = new CopyOnWriteArrayList<>();
        agent =
                new LoopFixture(root)
                        .limitedTo(100, BudgetLimits.NONE)
                        .approvedBy(request -> {
                            reasons.addAll(request.reasons());
                            return Approval.ONCE;
                        });
        assertThat(refused(steps)).doesNotContain(true);
        return reasons;
    }
}
