package dev.deft.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.script.command.SimpleCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bash is the oracle: the analysis must find every command that it runs.
class ScriptJudgedByBashTest {

    private static final int BATCH = 250;

    @TempDir Path directory;

    @Test
    @Tag("slow")
    void findsEveryCommandOfTwentyThousandScripts() throws Exception {
        judge(
                it -> new ScriptGenerator(it).script(),
                Integer.getInteger("scripts", 20_000),
                Long.getLong("seed", 1),
                3);
    }

    @Test
    @Tag("deep")
    void findsEveryCommandOfTwoHundredThousandScripts() throws Exception {
        judge(it -> new ScriptGenerator(it).script(), 200_000, 1_000_000, 3);
    }

    @Test
    @Tag("slow")
    void findsEveryCommandOfScriptsWithState() throws Exception {
        judge(
                it -> new StateGenerator(it).script(),
                Integer.getInteger("scripts", 1_500),
                Long.getLong("seed", 1),
                12);
    }

    @Test
    @Tag("deep")
    void findsEveryCommandOfAHundredThousandScriptsWithState() throws Exception {
        judge(it -> new StateGenerator(it).script(), 100_000, 1_000_000, 12);
    }

    /// @param share at least one script in this many must be certain
    private void judge(LongFunction<String> generator, int scripts, long seed, int share)
            throws Exception {
        var judge = new BashJudge(directory);
        List<Callable<Judged>> batches = new ArrayList<>();
        for (int from = 0; from < scripts; from += BATCH) {
            long first = seed + from;
            batches.add(() -> batch(generator, judge, first));
        }
        var all = new Judged(0, 0, 0, new ArrayList<>());
        try (var threads = Executors.newFixedThreadPool(2)) {
            for (Future<Judged> batch : threads.invokeAll(batches)) {
                all = all.plus(batch.get());
            }
        }
        assertThat(all.missed()).as("commands that the analysis missed").isEmpty();
        assertThat(all.ran()).as("commands that ran").isGreaterThan(scripts);
        assertThat(all.certain())
                .as("certain scripts; an analysis that doubts everything misses nothing")
                .isGreaterThan(scripts / share);
    }

    private static Judged batch(LongFunction<String> generator, BashJudge judge, long seed)
            throws IOException, InterruptedException {
        List<String> scripts = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            scripts.add(generator.apply(seed + i));
        }
        List<List<List<String>>> ran = judge.run(scripts, "batch-" + seed);
        var judged = new Judged(0, 0, 0, new ArrayList<>());
        for (int i = 0; i < BATCH; i++) {
            judged = judged.plus(one(seed + i, scripts.get(i), ran.get(i)));
        }
        return judged;
    }

    private static Judged one(long seed, String text, List<List<String>> ran) {
        Script script = Script.read(text);
        boolean allowed = script.understood() && !Prediction.setsDangerousVariable(script);
        List<String> missed =
                allowed
                        ? ran.stream()
                                .filter(it -> !Prediction.covers(script, it))
                                .map(it -> "seed %d ran %s in:\n%s".formatted(seed, it, text))
                                .toList()
                        : List.of();
        boolean certain = allowed && script.commands().stream().noneMatch(SimpleCommand::isUnknown);
        return new Judged(ran.size(), script.understood() ? 1 : 0, certain ? 1 : 0, missed);
    }

    private record Judged(int ran, int understood, int certain, List<String> missed) {

        Judged plus(Judged other) {
            List<String> all = new ArrayList<>(missed);
            all.addAll(other.missed);
            return new Judged(
                    ran + other.ran, understood + other.understood, certain + other.certain, all);
        }
    }
}
