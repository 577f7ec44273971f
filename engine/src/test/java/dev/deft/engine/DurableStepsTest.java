package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.host.Host;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The steps of a run wait for the disk before they act and before they send, and no more often.
class DurableStepsTest {

    private static final Part.Call READ = ScriptedModel.call("1", "read", "{\"path\":\"a.txt\"}");
    private static final Part.Call GREP = ScriptedModel.call("2", "grep", "{\"pattern\":\"old\"}");
    private static final Part.Call EDIT =
            ScriptedModel.call(
                    "3", "edit", "{\"path\":\"a.txt\",\"old_text\":\"old\",\"new_text\":\"new\"}");
    private static final Part.Call NOTE = ScriptedModel.call("4", "note", "{\"text\":\"n\"}");

    @TempDir Path root;

    /// The roles that each sync covered, with the text of the file at that time.
    private final List<String> syncs = new ArrayList<>();

    private final List<Boolean> durableAtRequests = new ArrayList<>();
    private final List<Boolean> durableAtNotes = new ArrayList<>();
    private final List<String> results = new ArrayList<>();
    private final List<Integer> syncsAtRequests = new ArrayList<>();
    private final SyncedStore store =
            new SyncedStore(roles -> syncs.add(String.join(" ", roles) + ": " + file()));

    @BeforeEach
    void write() throws IOException {
        Files.writeString(root.resolve("a.txt"), "old");
    }

    private String file() {
        try {
            return Files.readString(root.resolve("a.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    record Note(String text) {}

    /// A tool of which nobody knows what it does.
    private final class NoteTool implements Tool<Note> {

        @Override
        public ToolSpec<Note> spec() {
            return ToolSpec.of("note", Note.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                    .describedBy("Notes a text.");
        }

        @Override
        public ToolResult run(Note note, Host host) {
            durableAtNotes.add(store.isAllDurable());
            return ToolResult.output(note, "noted", "noted");
        }
    }

    /// Asks for one step after the other, and looks what is durable when it is asked.
    private final class StepModel implements Model {

        private final List<Part.Call[]> steps;

        StepModel(Part.Call[]... steps) {
            this.steps = Arrays.asList(steps);
        }

        @Override
        public String name() {
            return "test/steps";
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener) {
            durableAtRequests.add(store.isAllDurable());
            syncsAtRequests.add(syncs.size());
            if (prompt.messages().getLast() instanceof Message.Results(var last)) {
                last.forEach(it -> results.add(it.text()));
            }
            int step =
                    (int)
                            prompt.messages().stream()
                                    .filter(Message.Assistant.class::isInstance)
                                    .count();
            return step < steps.size()
                    ? ScriptedModel.calling(new Usage(10, 1, 0, 0), steps.get(step))
                    : ScriptedModel.saying("done");
        }

        @Override
        public void close() {}
    }

    private static Part.Call[] step(Part.Call... calls) {
        return calls;
    }

    private void run(Part.Call[]... steps) throws IOException {
        try (Engine engine =
                        Engine.builder()
                                .environment(
                                        Map.of(
                                                "DEFT_HOME",
                                                root.resolve(".home").toString(),
                                                "PATH",
                                                "/usr/bin"))
                                .model(new StepModel(steps))
                                .tools(new NoteTool())
                                .store(_ -> store)
                                .build();
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace
                                .session()
                                .id("main")
                                .agent(
                                        AgentSpec.standard()
                                                .rules(
                                                        Agents.rules(
                                                                "allow edit **", "allow note *")))
                                .open()) {
            var _ = session.run("go");
        }
    }

    @Test
    void waitOnceForTheDiskIfTheyOnlyRead() throws Exception {
        run(step(READ), step(GREP));

        assertThat(durableAtRequests).containsExactly(true, true, true);
        assertThat(syncsAtRequests)
                .satisfies(it -> assertThat(it.get(1) - it.get(0)).isEqualTo(1))
                .satisfies(it -> assertThat(it.get(2) - it.get(1)).isEqualTo(1));
    }

    @Test
    void changeAFileOnlyWhenItsIntentIsDurable() throws Exception {
        run(step(EDIT));

        assertThat(durableAtRequests).containsExactly(true, true);
        assertThat(syncs.subList(syncsAtRequests.get(0), syncsAtRequests.get(1)))
                .containsExactly("assistant usage decision call: old", "result: new");
    }

    @Test
    void changeNothingIfTheIntentCannotBeWritten() throws Exception {
        store.failAt("call");
        run(step(EDIT));

        assertThat(file()).isEqualTo("old");
        assertThat(results)
                .containsExactly(
                        "The tool did not run because the call could not be recorded: the disk is broken");
    }

    @Test
    void startAnyOtherToolOnlyWhenItsIntentIsDurable() throws Exception {
        run(step(NOTE));

        assertThat(durableAtNotes).containsExactly(true);
        assertThat(durableAtRequests).containsExactly(true, true);
    }
}
