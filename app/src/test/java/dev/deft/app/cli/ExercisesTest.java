package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Little programming exercises, solved by a scripted model with the tools of each dialect and
/// judged by their own checks.
@Tag("slow")
class ExercisesTest {

    private static final Map<String, String> SHELLS =
            Map.of("locked", "bash", "aegis", "bash", "opencode", "bash", "inventory", "exec");

    @TempDir Path root;

    static Stream<Exercise> all() {
        return Stream.of("locked", "aegis", "opencode", "pegasus", "inventory")
                .flatMap(it -> Exercise.of(it).stream());
    }

    /// Looks at the check before and after, where the dialect has a shell.
    private static List<Reply> solution(Exercise exercise) {
        List<Reply> replies = new ArrayList<>();
        exercise.calls().forEach(it -> replies.add(Reply.calls(it.tool(), it.arguments())));
        String shell = SHELLS.getOrDefault(exercise.dialect(), "");
        if (!shell.isEmpty()) {
            var check = args("command", "sh check.sh && echo green || echo red");
            Reply run =
                    Reply.calls(
                            shell,
                            exercise.dialect().equals("opencode")
                                    ? check.with("description", "Runs the check")
                                    : check);
            replies.addFirst(run);
            replies.add(run);
        }
        replies.add(Reply.says("Solved."));
        return replies;
    }

    @ParameterizedTest
    @MethodSource("all")
    void areSolved(Exercise exercise) throws Exception {
        exercise.write(root);
        assertThat(Exercise.passes(root)).as("before").isFalse();
        String wire = exercise.name().length() % 2 == 0 ? "anthropic" : "openai";
        try (var model = BothWires.following(solution(exercise).toArray(Reply[]::new))) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            model.environment(wire),
                            "",
                            "run",
                            "solve it",
                            "--dialect",
                            exercise.dialect(),
                            "--yes-edits",
                            "--allow",
                            "bash sh check.sh");
            assertThat(ran.out()).as(ran.err()).isEqualTo("Solved.\n");
            assertThat(Exercise.passes(root)).as(ran.err()).isTrue();
            if (SHELLS.containsKey(exercise.dialect())) {
                List<Asked.Result> results = model.asked().getLast().results();
                assertThat(results.getFirst().text()).contains("red");
                assertThat(results.getLast().text()).contains("green");
            }
        }
    }

    @Test
    void areAFewDozen() {
        assertThat(all()).hasSizeGreaterThanOrEqualTo(30);
    }
}
