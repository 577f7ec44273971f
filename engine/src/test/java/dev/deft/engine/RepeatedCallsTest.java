package dev.deft.engine;

import static dev.deft.testkit.ScriptedModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.host.Question;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Repeated calls of real tools.
class RepeatedCallsTest {

    @TempDir Path root;

    private AgentSession open(ScriptedModel model, Approver person) throws IOException {
        return AgentSession.open(
                Agents.setup(
                        root,
                        Agents.loop(ContextLimits.of(200_000, 8_192), LoopSettings.MAX_STEPS),
                        person,
                        List.of()),
                model,
                _ -> {});
    }

    private static List<Boolean> refusals(ScriptedModel model) {
        return results(model).stream().map(Message.CallResult::failed).toList();
    }

    private static List<Message.CallResult> results(ScriptedModel model) {
        return model.prompts().getLast().messages().stream()
                .filter(Message.Results.class::isInstance)
                .flatMap(it -> ((Message.Results) it).results().stream())
                .toList();
    }

    @Test
    void areRefusedAndTheModelLearnsWhy() throws IOException {
        var model = Agents.model();
        for (int i = 0; i < 3; i++) {
            model.calls(call("c" + i, "base64_encode", "{\"text\":\"\"}"));
        }
        try (AgentSession session = open(model, Approver.HEADLESS)) {
            session.run(Message.User.of("what time is it?"));
        }
        assertThat(results(model).getLast().text())
                .contains(
                        "base64_encode is called with the same arguments for the 3rd time in a row, and gave the same result each time.")
                .contains("Nobody is here to ask");
    }

    @Test
    void areAllowedWhileAModelWaitsForABackgroundProcess() throws IOException {
        var model =
                Agents.model()
                        .calls(call("c0", "bash", "{\"command\":\"cat\",\"background\":true}"));
        for (int i = 1; i <= 9; i++) {
            String poll = i % 3 == 0 ? "status" : "poll";
            model.then((prompt, _) ->
                    ScriptedModel.calling(
                            Usage.NONE,
                            call(
                                    "c" + prompt.messages().size(),
                                    "process",
                                    "{\"action\":\"%s\",\"process_id\":\"%s\"}"
                                            .formatted(poll, started(prompt)))));
        }
        for (int i = 0; i < 4; i++) {
            model.calls(call("s" + i, "sleep", "{\"duration\":0}"));
        }
        for (int i = 0; i < 4; i++) {
            model.calls(call("l" + i, "process", "{\"action\":\"list\"}"));
        }
        model.says("It still runs.");
        try (AgentSession session = open(model, new Willing(new CopyOnWriteArrayList<>()))) {
            assertThat(session.run(Message.User.of("wait")).status())
                    .isEqualTo(RunOutcome.Status.DONE);
        }
        assertThat(refusals(model)).hasSize(18).doesNotContain(true);
    }

    private static String started(Prompt prompt) {
        Matcher id = Pattern.compile("proc_\\w+").matcher(prompt.messages().toString());
        assertThat(id.find()).isTrue();
        return id.group();
    }

    @Test
    void areAllowedWhenAReadShowsSomethingNew() throws IOException {
        Path file = root.resolve("log.txt");
        var model = Agents.model();
        for (int i = 0; i < 6; i++) {
            String line = "line " + (i / 2) + "\n";
            String id = "c" + i;
            model.then((_, _) -> {
                append(file, line);
                return ScriptedModel.calling(
                        Usage.NONE, call(id, "read", "{\"path\":\"log.txt\"}"));
            });
        }
        try (AgentSession session = open(model, Approver.HEADLESS)) {
            session.run(Message.User.of("tell me when it is over"));
        }
        assertThat(refusals(model)).hasSize(6).doesNotContain(true);
    }

    @Test
    void areAllowedWhenTheFileHasChanged() throws IOException {
        Path file = root.resolve("log.txt");
        append(file, "same\n");
        var model =
                Agents.model()
                        .calls(call("c1", "read", "{\"path\":\"log.txt\"}"))
                        .calls(call("c2", "read", "{\"path\":\"log.txt\"}"))
                        .then((_, _) -> {
                            append(file, "new\n");
                            return ScriptedModel.calling(
                                    Usage.NONE, call("c3", "read", "{\"path\":\"log.txt\"}"));
                        })
                        .calls(call("c4", "read", "{\"path\":\"log.txt\"}"))
                        .calls(call("c5", "read", "{\"path\":\"log.txt\"}"));
        try (AgentSession session = open(model, Approver.HEADLESS)) {
            session.run(Message.User.of("read"));
        }
        assertThat(refusals(model)).containsExactly(false, false, false, false, true);
    }

    @Test
    void areRefusedThoughEachSidecarHasItsOwnName() throws IOException {
        for (int i = 0; i < 1_100; i++) {
            Files.createFile(root.resolve("f" + i));
        }
        var model = Agents.model();
        for (int i = 0; i < 3; i++) {
            model.calls(call("c" + i, "glob", "{\"pattern\":\"f*\"}"));
        }
        try (AgentSession session = open(model, Approver.HEADLESS)) {
            session.run(Message.User.of("look"));
        }
        assertThat(results(model).getFirst().text()).contains("glob-prt_");
        assertThat(refusals(model)).containsExactly(false, false, true);
    }

    private static void append(Path file, String line) {
        try {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Says yes, this once, to everything.
    private record Willing(List<String> reasons) implements Approver {

        @Override
        public Approval approve(Request request) {
            reasons.addAll(request.reasons());
            return Approval.ONCE;
        }

        @Override
        public List<List<String>> answer(String callId, List<Question> questions) {
            return List.of();
        }
    }
}
