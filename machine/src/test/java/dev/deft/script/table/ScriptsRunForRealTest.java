package dev.deft.script.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.process.CommandVariables;
import dev.deft.script.Script;
import dev.deft.script.command.SimpleCommand;
import dev.deft.tool.Touch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The kernel is the judge: a script that grants allow does nothing that they do not name.
class ScriptsRunForRealTest {

    private static final int BATCH = 150;

    /// What any script may do: descriptors, here-documents, what the shell starts for a wrapper.
    private static final Pattern ANYWHERE =
            Pattern.compile(
                    "/dev/(null|tty|pts/.*|stdout|stderr|fd/.*)|/proc/.*|/tmp/sh-thd.*|pipe:.*");

    private static final Pattern WRAPPERS =
            Pattern.compile(
                    "(/usr)?/bin/(timeout|nice|env|nohup|stdbuf|setsid|time|ionice|prlimit|taskset|chrt|xargs|echo|cat|bash|true|printf|test)");

    private static final List<Grant> GRANTS = Grant.all();

    private static final RuleBook RULES =
            new RuleBook(
                    Stream.concat(
                                    GRANTS.stream().map(Grant::rule),
                                    Stream.of(
                                            "allow bash echo *",
                                            "allow bash test *",
                                            "allow bash read *",
                                            "allow bash set *",
                                            "allow bash export *",
                                            "allow fs.read **"))
                            .map(it -> Rule.parse(Scope.PROJECT, it))
                            .toList());

    @TempDir Path directory;

    @Test
    @Tag("slow")
    void doNothingThatNoGrantNames() throws Exception {
        judge(Integer.getInteger("scripts", 2_000), Long.getLong("seed", 1));
    }

    @Test
    @Tag("deep")
    void doNothingThatNoGrantNamesTwoHundredThousandTimes() throws Exception {
        judge(200_000, 1_000_000);
    }

    private void judge(int scripts, long seed) throws Exception {
        assumeTrue(Witness.isAvailable(), "strace or setpriv is not installed here");
        var witness = new Witness(directory, CommandVariables.in(Map.of()));
        List<String> allowed = new ArrayList<>();
        for (int i = 0; i < scripts; i++) {
            String script = new GrantedScripts(seed + i, GRANTS).script();
            if (RULES.decide("bash", Touch.running(script)).action() == Action.ALLOW) {
                allowed.add(script);
            }
        }
        assertThat(allowed.size())
                .as("scripts that are asked about show nothing")
                .isGreaterThan(scripts / 2);
        List<Callable<List<String>>> batches = new ArrayList<>();
        for (int from = 0; from < allowed.size(); from += BATCH) {
            List<String> some = allowed.subList(from, Math.min(from + BATCH, allowed.size()));
            String name = "batch-" + from;
            batches.add(() -> batch(witness, some, name));
        }
        List<String> wrong = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(2)) {
            for (Future<List<String>> batch : threads.invokeAll(batches)) {
                wrong.addAll(batch.get());
            }
        }
        assertThat(wrong).as("what no grant names").isEmpty();
    }

    private static List<String> batch(Witness witness, List<String> scripts, String name)
            throws Exception {
        List<List<Witness.Deed>> deeds = witness.watch(scripts, name);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < scripts.size(); i++) {
            String script = scripts.get(i);
            List<Grant> used = used(script);
            deeds.get(i).stream()
                    .filter(it -> !isNamed(it, used))
                    .distinct()
                    .map(it -> "%s %s by: %s".formatted(it.what(), it.object(), script))
                    .forEach(wrong::add);
        }
        return wrong;
    }

    private static List<Grant> used(String script) {
        List<String> commands =
                Script.read(script).commands().stream().map(SimpleCommand::display).toList();
        return GRANTS.stream().filter(it -> commands.stream().anyMatch(it::covers)).toList();
    }

    private static boolean isNamed(Witness.Deed deed, List<Grant> used) {
        String path = deed.object().replaceFirst(".*/batch-\\d+/", "");
        return switch (deed.what()) {
            case "run" ->
                    WRAPPERS.matcher(deed.object()).matches()
                            || used.stream()
                                    .anyMatch(it -> it.runs().matcher(deed.object()).matches());
            case "write" ->
                    ANYWHERE.matcher(deed.object()).matches()
                            || used.stream()
                                    .anyMatch(it ->
                                            it.writes().matcher(path).matches()
                                                    || it.writes()
                                                            .matcher("work/" + path)
                                                            .matches());
            default -> false;
        };
    }
}
