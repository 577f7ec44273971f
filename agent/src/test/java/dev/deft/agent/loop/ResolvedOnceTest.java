package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.host.Host;
import dev.deft.host.Progress;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
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
import dev.deft.tool.Envelope;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The name of a tool in the call of a model is looked up once, from the first to the last who
/// needs the tool.
class ResolvedOnceTest {

    @TempDir private Path root;

    private final List<String> lookedUp = new ArrayList<>();

    /// A tool that no arguments fit.
    private static final class PickyTool implements Tool<PickyTool.Params> {

        record Params(String needed) {}

        @Override
        public ToolSpec<Params> spec() {
            return ToolSpec.of("picky", Params.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                    .describedBy("Needs something.");
        }

        @Override
        public ToolResult run(Params params, Host host) {
            throw new UnsupportedOperationException();
        }
    }

    /// The dialect of Deft that notes what is looked up.
    private final class NotingDialect implements Dialect {

        private final Dialect dialect =
                new LockedDialect(ToolRegistry.of(List.of(new PickyTool())));

        @Override
        public String name() {
            return dialect.name();
        }

        @Override
        public List<DialectTool> tools() {
            return dialect.tools();
        }

        @Override
        public Optional<DialectTool> find(String name) {
            lookedUp.add(name);
            return dialect.find(name);
        }

        @Override
        public Json render(Optional<DialectTool> tool, Envelope envelope) {
            return dialect.render(tool, envelope);
        }

        @Override
        public String modelText(Optional<DialectTool> tool, Envelope envelope) {
            return dialect.modelText(tool, envelope);
        }

        @Override
        public CallOrder order() {
            return dialect.order();
        }
    }

    /// Hosts for calls that end before they run.
    private record Unopened() implements HostFactory {

        @Override
        public WorkspaceFiles pathResolver() {
            return InMemoryHost.empty().files();
        }

        @Override
        public CallHost open(PreparedCall<?> call, Progress progress) {
            throw new UnsupportedOperationException();
        }
    }

    private record Forgetful() implements SessionMemory {

        @Override
        public Optional<Json.Obj> load(String name) {
            return Optional.empty();
        }

        @Override
        public void save(String name, Json.Obj value) {}
    }

    @Test
    void forEachCallOfAModel() {
        var runner =
                new ToolRunner(
                        PipelineParts.of(
                                new NotingDialect(),
                                new Gates(List.of(), Approver.HEADLESS),
                                new Unopened(),
                                CallJournal.NONE));
        var calls =
                new ModelCalls(
                        runner,
                        new Repetition(root),
                        new ToolOffer(Set.of(), Set.of(), Set.of()),
                        new Forgetful(),
                        Map.of(),
                        _ -> {});
        List<Part.Call> wanted =
                List.of(new Part.Call("1", "picky", "{}"), new Part.Call("2", "picky", "[]"));
        var whole =
                new Answer(
                        new Message.Assistant(List.copyOf(wanted)),
                        Answer.Stop.CALLS,
                        Usage.NONE,
                        "model");

        List<Message.CallResult> results = calls.run(wanted, TruncatedCalls.of(whole, 100), "m");

        assertThat(results).extracting(Message.CallResult::callId).containsExactly("1", "2");
        assertThat(lookedUp).containsExactly("picky", "picky");
    }
}
