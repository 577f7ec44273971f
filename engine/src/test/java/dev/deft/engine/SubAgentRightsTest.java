package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunEventJson;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.host.Question;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What sub-agents may do: never more than those that started them.
class SubAgentRightsTest extends SubAgentFixture {
    /// An agent of the user.
    private void agent(String name, String... rules) throws IOException {
        Path directory = Files.createDirectories(root.resolve(".home/config/agents"));
        Files.writeString(
                directory.resolve(name + ".md"),
                "---\nname: %s\ndescription: For tests.\nmode: subagent\nrules:\n%s---\nWork.\n"
                        .formatted(
                                name,
                                Stream.of(rules)
                                        .map(it -> "  - " + it + "\n")
                                        .collect(Collectors.joining())));
    }

    /// Answers every request the same way and remembers it.
    private static final class Asked implements Approver {

        private final List<Request> requests = new CopyOnWriteArrayList<>();
        private final List<Question> questions = new CopyOnWriteArrayList<>();
        private final Approval answer;

        Asked(Approval answer) {
            this.answer = answer;
        }

        @Override
        public Approval approve(Request request) {
            requests.add(request);
            return answer;
        }

        @Override
        public List<List<String>> answer(String callId, List<Question> asked) {
            questions.addAll(asked);
            return List.of(List.of("yes"));
        }
    }

    @Test
    void aDenialOfTheParentHoldsForTheChild() throws IOException {
        models.on("go").calls("task", task("general", "read it")).says("done");
        models.on("read it").calls("read", Map.of("path", "notes.txt")).says("I could not.");

        run(AgentSpec.trusted().deny("read", "notes.txt"), "go");

        assertThat(results(models.on("read it")).getFirst())
                .contains("`deny read notes.txt` forbids read on notes.txt");
    }

    @Test
    void whatADefinitionAllowsIsNoMoreThanTheParentMayDo() throws IOException {
        agent("writer", "allow fs.write **");
        models.on("go").calls("task", task("writer", "write it")).says("done");
        models.on("write it")
                .calls("write", Map.of("path", "new.txt", "content", "x"))
                .says("I could not.");

        run(AgentSpec.standard(), "go");

        assertThat(results(models.on("write it")).getFirst()).contains("Nobody is here to ask");
        assertThat(root.resolve("new.txt")).doesNotExist();
    }

    @Test
    void whatADefinitionDeniesTheParentMayStillDo() throws IOException {
        agent("reader", "deny fs.write **");
        models.on("go")
                .calls("task", task("reader", "write it"))
                .calls("write", Map.of("path", "new.txt", "content", "x"))
                .says("done");
        models.on("write it")
                .calls("write", Map.of("path", "other.txt", "content", "x"))
                .says("I could not.");

        RunOutcome outcome = run(AgentSpec.trusted(), "go");

        assertThat(results(models.on("write it")).getFirst()).contains("forbids write");
        assertThat(root.resolve("other.txt")).doesNotExist();
        assertThat(outcome.filesChanged()).containsExactly("new.txt");
    }

    @Test
    void aDenialOfTheParentIsInTheSandboxOfTheChild() throws IOException {
        Files.writeString(root.resolve("hidden.txt"), "the hidden word\n");
        agent("runner", "allow bash *", "allow read **");
        models.on("go").calls("task", task("runner", "show it")).says("done");
        models.on("show it").calls("bash", Map.of("command", "cat hidden.txt")).says("over");

        run(AgentSpec.trusted().deny("read", "hidden.txt"), "go");

        assertThat(results(models.on("show it")).getFirst()).doesNotContain("the hidden word");
    }

    @Test
    void aParentWithSomeToolsOnlyHandsOnNoMoreThanTheseCanTouch() throws IOException {
        models.on("go").calls("task", task("general", "write it")).says("done");
        models.on("write it")
                .calls("write", Map.of("path", "new.txt", "content", "x"))
                .says("I could not.");

        run(AgentSpec.trusted().tools("read", "task"), "go");

        assertThat(results(models.on("write it")).getFirst())
                .contains("fs.write is not part of what this agent may use");
    }

    @Test
    void theApproverOfTheParentIsAskedInTheNameOfTheChild() throws IOException {
        var asked = new Asked(Approval.ONCE);
        models.on("go").calls("task", task("general", "write it")).says("done");
        models.on("write it")
                .calls("write", Map.of("path", "new.txt", "content", "x"))
                .calls("question", Map.of("questions", List.of(Map.of("question", "Sure?"))))
                .says("written");

        run(AgentSpec.standard(), "go", it -> it.approver(asked));

        assertThat(root.resolve("new.txt")).hasContent("x");
        assertThat(asked.requests)
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.tool()).isEqualTo("write");
                    assertThat(it.from().orElseThrow()).matches("general [0-9a-f]{6}");
                });
        assertThat(asked.questions)
                .singleElement()
                .satisfies(
                        it -> assertThat(it.header().orElseThrow()).matches("general [0-9a-f]{6}"));
        assertThat(
                        events.stream()
                                .filter(RunEvent.ApprovalRequested.class::isInstance)
                                .map(RunEventJson::write)
                                .map(it -> it.text("from").orElse("")))
                .singleElement()
                .asString()
                .startsWith("general ");
    }

    @Test
    void anAnswerForTheSessionIsForTheChildThatAsked() throws IOException {
        var asked = new Asked(Approval.SESSION);
        models.on("go")
                .calls("task", task("general", "write it"))
                .calls("write", Map.of("path", "new.txt", "content", "z"))
                .says("done");
        models.on("write it")
                .calls("write", Map.of("path", "new.txt", "content", "x"))
                .calls("write", Map.of("path", "new.txt", "content", "y"))
                .says("written");

        run(AgentSpec.standard(), "go", it -> it.approver(asked));

        assertThat(root.resolve("new.txt")).hasContent("z");
        assertThat(asked.requests.stream().map(it -> it.from().isPresent()))
                .containsExactly(true, false);
    }
}
