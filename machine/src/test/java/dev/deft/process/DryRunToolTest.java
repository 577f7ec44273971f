package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Bytes;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.Limits;
import dev.deft.host.Shell;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.json.Json;
import dev.deft.os.CallHandles;
import dev.deft.os.CallLifetime;
import dev.deft.os.KnownFiles;
import dev.deft.os.OsHosts;
import dev.deft.os.PathScope;
import dev.deft.os.SessionVariables;
import dev.deft.os.WorkspaceOpener;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.os.state.Sidecars;
import dev.deft.policy.Policy.Changes;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.background.SessionProcesses;
import dev.deft.process.pool.Sandboxes;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.run.CallJournal;
import dev.deft.run.Gate;
import dev.deft.run.Gates;
import dev.deft.run.Mode;
import dev.deft.run.PipelineParts;
import dev.deft.run.PreparedCall;
import dev.deft.run.SessionMemory;
import dev.deft.run.ToolCall;
import dev.deft.run.ToolRunner;
import dev.deft.run.Verdict;
import dev.deft.sandbox.SandboxBase;
import dev.deft.state.StatePaths;
import dev.deft.tool.Envelope;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A tool of somebody else that runs a command, on the real machine, tried out before it is
/// approved.
class DryRunToolTest {

    @TempDir private Path temporary;

    private final Map<String, Json.Obj> remembered = new HashMap<>();
    private final List<String> previews = new ArrayList<>();
    private Path root;
    private Path drafts;
    private WorkspaceTree workspace;
    private Sandboxes sandboxes;
    private OsShells shells;

    @BeforeEach
    void open() throws Exception {
        root = Files.createDirectory(temporary.toRealPath().resolve("root"));
        drafts = Files.createDirectory(temporary.resolve("drafts"));
        workspace = WorkspaceTree.open(root.toString(), Map.of());
        sandboxes = new Sandboxes(SandboxBase.of(root, System.getenv()), List.of(drafts));
        shells =
                new OsShells(
                        sandboxes,
                        new ShellSetup(
                                Confinement.of(SandboxMode.REQUIRED),
                                List.of(),
                                CommandChoices.DEFAULT.with(Changes.REVIEW)),
                        new SessionVariables(Map.of(), new Remembering()),
                        new SessionProcesses(Optional.empty()),
                        (changes, _) -> shown(changes));
    }

    @AfterEach
    void close() throws Exception {
        shells.close();
        sandboxes.close();
        workspace.close();
    }

    private static String shown(List<FileChange> changes) throws IOException {
        var shown = new StringBuilder();
        for (FileChange change : changes) {
            Bytes content = change.after().content().orElseThrow().bytes();
            shown.append(change.path()).append(": ").append(content.text(StandardCharsets.UTF_8));
        }
        return shown.toString();
    }

    private final class Remembering implements SessionMemory {

        @Override
        public Optional<Json.Obj> load(String name) {
            return Optional.ofNullable(remembered.get(name));
        }

        @Override
        public void save(String name, Json.Obj value) {
            remembered.put(name, value);
        }
    }

    private final class Door implements WorkspaceOpener {

        @Override
        public WorkspaceFiles forResolving() {
            return workspace.filesAsTheyAre(PathScope.EVERYTHING);
        }

        @Override
        public WorkspaceFiles open(PreparedCall<?> call, CallLifetime lifetime)
                throws IOException, InterruptedException {
            return call.mode() == Mode.DRY_RUN
                    ? forResolving()
                    : workspace.files(
                            PathScope.EVERYTHING,
                            new KnownFiles(),
                            lifetime.over(ChangeRecorder.NONE));
        }

        @Override
        public CommandChangeRecorder changeRecorder(PreparedCall<?> call) {
            return new Changed(root);
        }
    }

    /// What the tool does besides its command.
    enum Deed {
        NOTHING,
        CHANGES_A_FILE,
        SETS_A_VARIABLE,
        KEEPS_A_VALUE,
        STARTS_A_PROCESS,
        LISTS_PROCESSES,
        RUNS_ANOTHER_COMMAND
    }

    private record Value(String text) {}

    /// Runs a script and does something else.
    private record ScriptTool(String script, Deed deed, Duration timeout)
            implements Tool<ScriptTool.Params> {

        record Params() {}

        @Override
        public ToolSpec<Params> spec() {
            return ToolSpec.of("script", Params.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                    .describedBy("Runs a script.")
                    .requiring(RequirementSet.EVERYTHING)
                    .within(Limits.DEFAULT.withTimeout(timeout));
        }

        @Override
        public List<Touch> touches(Params params, WorkspaceFiles files) {
            return List.of(Touch.running(script));
        }

        @Override
        public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
            Shell.Result ended = host.shell().run(command(script));
            try {
                beside(host);
            } catch (HostException e) {
                // A tool may go on; what it lacks then is not what is shown.
                return ToolResult.failure(e.code(), String.valueOf(e.getMessage()));
            }
            return ToolResult.output(
                    new Value("done"), ended.output().output(), "exit " + ended.exitCode());
        }

        private static Shell.Command command(String script) {
            return ShellFixture.command(script, ShellFixture.TIMEOUT, Map.of());
        }

        private void beside(Host host) throws IOException, InterruptedException {
            switch (deed) {
                case NOTHING -> {}
                case CHANGES_A_FILE -> {
                    WorkspacePath file = host.files().resolve("beside");
                    host.files()
                            .change(
                                    List.of(file),
                                    _ -> Map.of(file, Optional.of(Bytes.of("beside"))));
                }
                case SETS_A_VARIABLE -> host.session().variables().set("BESIDE", "1");
                case KEEPS_A_VALUE -> host.session().save("beside", new Value("1"));
                case STARTS_A_PROCESS -> host.shell().start(command("echo > beside"));
                case LISTS_PROCESSES -> host.shell().background();
                case RUNS_ANOTHER_COMMAND -> host.shell().run(command("echo > beside"));
            }
        }
    }

    private Envelope called(ScriptTool tool, Approver approver) {
        var asks =
                new Gate() {
                    @Override
                    public String name() {
                        return "asks";
                    }

                    @Override
                    public Verdict judge(PreparedCall<?> call) {
                        return new Verdict.Ask("May it?", List.of(), Verdict.AnswerStore.NONE);
                    }
                };
        var memory = new Remembering();
        var hosts =
                new OsHosts(
                        new Sidecars(new StatePaths(root), "s"),
                        "s",
                        memory,
                        new SessionVariables(Map.of(), memory),
                        approver,
                        new Door(),
                        shells,
                        CallHandles.Opener.none(),
                        () -> "part",
                        "agent",
                        Optional.empty());
        return new ToolRunner(
                        PipelineParts.of(
                                new LockedDialect(ToolRegistry.of(List.of(tool))),
                                new Gates(List.of(asks), approver),
                                hosts,
                                CallJournal.NONE))
                .run(ToolCall.of("c", "script", Json.Obj.EMPTY));
    }

    private static ScriptTool running(String script) {
        return new ScriptTool(script, Deed.NOTHING, ShellFixture.TIMEOUT);
    }

    /// Answers, and looks at what has happened so far.
    private Approver saying(Approval answer) {
        return request -> {
            assertThat(files(root)).as("before the answer").isEmpty();
            assertThat(remembered).as("before the answer").isEmpty();
            previews.add(request.preview().orElse("none"));
            return answer;
        };
    }

    private static List<String> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(it -> it.getFileName().toString())
                    .filter(it -> !it.equals(".deft"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void showsWhatAnyToolWouldChangeAndKeepsJustThat() throws Exception {
        Envelope envelope = called(running("date +%N > stamp; echo hi"), saying(Approval.ONCE));

        assertThat(envelope.failed()).isFalse();
        assertThat(previews)
                .containsExactly(
                        "In a dry run it ended with exit code 0 and would change:\nstamp: "
                                + Files.readString(root.resolve("stamp")));
        assertThat(((ToolResult.Output) envelope.result()).text()).isEqualTo("hi\n");
        assertThat(files(drafts)).isEmpty();
    }

    @Test
    void isDroppedAfterANo() throws Exception {
        Envelope envelope = called(running("echo x > x"), saying(Approval.REJECT));

        assertThat(envelope.failed()).isTrue();
        assertThat(previews).hasSize(1).first().asString().contains("x: x");
        assertThat(files(root)).isEmpty();
        assertThat(files(drafts)).isEmpty();
    }

    @Test
    void isDroppedWhenWhoeverIsAskedIsInterrupted() throws Exception {
        Approver leaves =
                _ -> {
                    assertThat(files(drafts)).as("it waits for an answer").isNotEmpty();
                    throw new InterruptedException();
                };

        called(running("echo x > x"), leaves);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(files(root)).isEmpty();
        assertThat(files(drafts)).isEmpty();
    }

    @Test
    void endsWithTheTimeOfItsCall() throws Exception {
        var tool = new ScriptTool("echo x > x; sleep 600", Deed.NOTHING, Duration.ofMillis(1_500));

        called(tool, saying(Approval.REJECT));

        assertThat(previews).containsExactly("none");
        assertThat(files(root)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void showsNothingOfACallThatWouldDoMore(Deed deed) throws Exception {
        var tool = new ScriptTool("echo x > x", deed, ShellFixture.TIMEOUT);

        Envelope envelope = called(tool, saying(Approval.ONCE));

        assertThat(previews).containsExactly("none");
        assertThat(envelope.failed()).as("it is done after a yes").isFalse();
        assertThat(root.resolve("x")).hasContent("x\n");
        assertThat(files(drafts)).isEmpty();
    }
}
