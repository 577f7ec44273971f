package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.host.CallInfo;
import dev.deft.host.Host;
import dev.deft.host.Progress;
import dev.deft.json.Json;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.ChangingTools;
import dev.deft.tool.InitContext;
import dev.deft.tool.InitializableTool;
import dev.deft.tool.Initialized;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tools that come and go while an agent is at work.
class ToolSourcesTest {

    @TempDir private Path root;

    private final ChangingTools source = new ChangingTools("stations");
    private final List<CallInfo> called = Collections.synchronizedList(new ArrayList<>());
    private final List<InitContext> initialized = Collections.synchronizedList(new ArrayList<>());
    private final List<RunEvent> events = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch told = new CountDownLatch(1);

    private final class WeatherTool implements InitializableTool<WeatherTool.Params> {

        record Params() {}

        @Override
        public ToolSpec<Params> spec() {
            return ToolSpec.of("weather", Params.class, ToolCategory.CUSTOM, ToolKind.FETCH)
                    .describedBy("Tells the weather.");
        }

        @Override
        public Initialized init(InitContext context) {
            initialized.add(context);
            return Initialized.AS_SPECIFIED.describedBy("Tells the weather of two stations.");
        }

        @Override
        public ToolResult run(Params params, Host host) throws InterruptedException {
            called.add(host.call());
            host.progress()
                    .update(
                            Progress.Update.titled("Asking the stations")
                                    .with(Json.Obj.EMPTY.with("stations", Json.Num.of(2))));
            told.await();
            return ToolResult.output(params, "Rain.", "weather");
        }
    }

    private static List<String> defined(Prompt prompt) {
        return prompt.tools().stream().map(it -> it.text("name").orElse("")).toList();
    }

    private static String heard(Prompt prompt) {
        return prompt.messages().getLast().toString();
    }

    private void hear(RunEvent event) {
        events.add(event);
        if (event instanceof RunEvent.ToolProgress) {
            told.countDown();
        }
    }

    private void run(ScriptedModel model) throws IOException {
        Map<String, String> environment =
                Map.of(
                        "DEFT_HOME",
                        root.resolve(".home").toString(),
                        "PATH",
                        System.getenv("PATH"),
                        "USER",
                        "ada");
        try (Engine engine =
                        Engine.builder()
                                .environment(environment)
                                .model(model)
                                .tools(source)
                                .build();
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace
                                .session()
                                .agent(AgentSpec.standard().allow("weather", "*"))
                                .open()) {
            assertThat(session.run(Message.User.of("How is it?"), this::hear).text())
                    .isEqualTo("Done.");
            assertThat(engine.tools().calls().of("weather").count()).isEqualTo(2);
        }
    }

    @Test
    void areDefinedFoundAndCalledFromTheNextRequestOnAndGoTheSameWay() throws IOException {
        var model =
                Agents.model()
                        .then((_, _) -> {
                            source.add(new WeatherTool());
                            return ScriptedModel.calling(
                                    Usage.NONE,
                                    ScriptedModel.call(
                                            "c1", "tool_search", "{\"query\":\"weather\"}"),
                                    ScriptedModel.call("c2", "weather", "{}"));
                        })
                        .then((_, _) -> {
                            source.remove("weather");
                            return calling("c3", "weather", "{}");
                        })
                        .says("Done.");

        run(model);

        List<Prompt> asked = model.prompts();
        assertThat(defined(asked.get(0))).doesNotContain("weather");
        assertThat(defined(asked.get(1))).contains("weather");
        assertThat(asked.get(1).tools())
                .extracting(it -> it.text("description").orElse(""))
                .contains("Tells the weather of two stations.");
        assertThat(heard(asked.get(1))).contains("weather: Tells the weather.").contains("Rain.");
        assertThat(defined(asked.get(2))).doesNotContain("weather");
        assertThat(heard(asked.get(2))).contains("There is no tool \"weather\"");
        assertThat(initialized)
                .containsExactly(
                        new InitContext(
                                "build", root.toRealPath().toString(), Optional.of("test")));
    }

    @Test
    void learnWhichCallTheyServeAndTellHowTheyGetOn() throws IOException {
        source.add(new WeatherTool());
        run(
                Agents.model()
                        .then((_, _) -> calling("c1", "weather", "{}"))
                        .then((_, _) -> calling("c2", "weather", "{}"))
                        .says("Done."));

        assertThat(called).extracting(CallInfo::callId).containsExactly("c1", "c2");
        assertThat(called).extracting(CallInfo::agent).containsOnly("build");
        assertThat(called).extracting(CallInfo::user).containsOnly(Optional.of("ada"));
        assertThat(called).extracting(CallInfo::messageId).doesNotContain(Optional.empty());
        assertThat(called).extracting(CallInfo::messageId).doesNotHaveDuplicates();
        assertThat(events)
                .contains(
                        new RunEvent.ToolProgress(
                                "c1",
                                "",
                                Optional.of("Asking the stations"),
                                Json.Obj.EMPTY.with("stations", Json.Num.of(2))));
    }

    private static Answer calling(String id, String tool, String arguments) {
        return ScriptedModel.calling(Usage.NONE, ScriptedModel.call(id, tool, arguments));
    }
}
