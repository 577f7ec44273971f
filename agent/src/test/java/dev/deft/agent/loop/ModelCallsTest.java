package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.discovery.ToolSearchTool;
import dev.deft.host.Host;
import dev.deft.host.Progress;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.Approver;
import dev.deft.run.CallJournal;
import dev.deft.run.Gates;
import dev.deft.run.HostFactory;
import dev.deft.run.PipelineParts;
import dev.deft.run.PreparedCall;
import dev.deft.run.SessionMemory;
import dev.deft.run.ToolRunner;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.ChangingTools;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ModelCallsTest {

    private final ChangingTools source = new ChangingTools("server");
    private final ToolRegistry registry = new ToolRegistry();
    private final ToolSearchTool search = new ToolSearchTool(registry, Map.of());
    private final Set<String> denied = new HashSet<>();
    private long changes;
    private int asked;
    private final ModelCalls calls = calls();

    private ModelCalls calls() {
        registry.add(source);
        registry.register(search);
        PipelineParts road =
                PipelineParts.of(
                        new LockedDialect(registry),
                        new Gates(List.of(), Approver.HEADLESS),
                        new NoHosts(),
                        CallJournal.NONE);
        return new ModelCalls(
                new ToolRunner(road),
                new Repetition(Path.of("/")),
                new ToolOffer(Set.of("tool_search"), Set.of(), Set.of())
                        .where(
                                it -> {
                                    asked++;
                                    return !denied.contains(it.id());
                                },
                                () -> changes),
                new NoMemory(),
                Map.of(),
                _ -> {});
    }

    /// A tool that is never called.
    private record WeatherTool(String text) implements Tool<WeatherTool.Params> {

        record Params() {}

        @Override
        public ToolSpec<Params> spec() {
            return ToolSpec.of("weather", Params.class, ToolCategory.CUSTOM, ToolKind.FETCH)
                    .describedBy(text);
        }

        @Override
        public ToolResult run(Params params, Host host) {
            throw new UnsupportedOperationException();
        }
    }

    /// For calls that never happen.
    private static final class NoHosts implements HostFactory {

        @Override
        public WorkspaceFiles pathResolver() {
            return InMemoryHost.empty().files();
        }

        @Override
        public CallHost open(PreparedCall<?> call, Progress progress) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class NoMemory implements SessionMemory {

        @Override
        public Optional<Json.Obj> load(String name) {
            return Optional.empty();
        }

        @Override
        public void save(String name, Json.Obj value) {
            throw new UnsupportedOperationException();
        }
    }

    private List<String> found() throws IOException {
        ToolResult result =
                search.run(
                        new ToolSearchTool.Params("forecast of the weather"), InMemoryHost.empty());
        return ((ToolSearchTool.Data) ((ToolResult.Output) result).data())
                .matches().stream().map(ToolSearchTool.Match::id).toList();
    }

    @Test
    void defineTheToolsThereAreAtEachRequest() throws IOException {
        assertThat(calls.names()).containsExactly("tool_search");
        assertThat(found()).isEmpty();

        source.add(new WeatherTool("Tells the weather."));
        assertThat(calls.names()).containsExactly("weather", "tool_search");
        assertThat(found()).containsExactly("weather");

        source.add(new WeatherTool("Tells a forecast."));
        assertThat(calls.definitions().getFirst().text("description"))
                .contains("Tells a forecast.");

        source.remove("weather");
        assertThat(calls.names()).containsExactly("tool_search");
        assertThat(found()).isEmpty();
    }

    @Test
    void defineThemOnlyOnceAsLongAsNothingChanges() {
        source.add(new WeatherTool("Tells the weather."));

        assertThat(calls.definitions()).isSameAs(calls.definitions());
    }

    @Test
    void askTheRulesAgainOnlyWhenTheyHaveChanged() {
        source.add(new WeatherTool("Tells the weather."));
        List<Json.Obj> before = calls.definitions();
        int first = asked;
        assertThat(calls.definitions()).isSameAs(before);
        assertThat(asked).isEqualTo(first);

        changes++;
        assertThat(calls.definitions()).isSameAs(before);
        assertThat(asked).isGreaterThan(first);

        changes++;
        denied.add("weather");
        assertThat(calls.names()).containsExactly("tool_search");
    }
}
