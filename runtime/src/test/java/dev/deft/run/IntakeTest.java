package dev.deft.run;

import static dev.deft.run.FixturePipeline.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.Progress;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.reference.NamedResults;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ForeignSchemas;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.Parameters;
import dev.deft.registry.ToolRegistry;
import dev.deft.schema.RecordShapes;
import dev.deft.script.Script;
import dev.deft.tool.Capability;
import dev.deft.tool.Envelope;
import dev.deft.tool.Raw;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names and arguments of calls, before the gates see them.
class IntakeTest {

    private static final FixtureTool ECHO = FixtureTool.of((params, _) -> FixtureTool.echo(params));

    @TempDir private Path directory;

    private Envelope run(ToolCall call) {
        return run(new LockedDialect(ToolRegistry.of(List.of(ECHO))), call);
    }

    private Envelope run(Dialect dialect, ToolCall call) {
        return new FixturePipeline(directory).runner(dialect).run(call);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {              | the arguments are not JSON: Unexpected end-of-input: expected close marker for Object (line 1, column 2)
                    []             | the arguments are an array; expected an object
                    7              | the arguments are a number; expected an object
                    "text"         | the arguments are a string; expected an object
                    {"text":null}  | text is null; expected a string
                    {"path":"a"}   | text is missing; expected a string
                    """)
    void rejectsArgumentsWithTheValidationError(String arguments, String error) {
        assertThat(run(ToolCall.of("1", "fixture", arguments)).result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.INVALID_ARGUMENTS,
                                "Bad arguments for fixture: " + error + "."));
    }

    @ParameterizedTest
    @CsvSource({"''", "'  '", "'{}'"})
    void readsBlankArgumentsAsAnEmptyObject(String arguments) {
        assertThat(run(ToolCall.of("1", "fixture", arguments)).result())
                .isEqualTo(run(ToolCall.of("1", "fixture", Json.Obj.EMPTY)).result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.INVALID_ARGUMENTS,
                                "Bad arguments for fixture: text is missing; expected a string."));
    }

    @Test
    void rejectsTruncatedArgumentsWithTheReason() {
        ToolCall call = ToolCall.truncated("1", "fixture", "the answer ended in the middle");

        assertThat(run(call).result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.INVALID_ARGUMENTS,
                                "Bad arguments for fixture: the answer ended in the middle."));
    }

    @Test
    void keepsNothingOfTruncatedArguments() throws Exception {
        assertThat(ToolCall.truncated("1", "fixture", "cut").arguments().read())
                .isEqualTo(Json.Obj.EMPTY);
    }

    @Test
    void readsArgumentsInsideAStringAndNotesIt() {
        Envelope envelope = run(ToolCall.of("1", "fixture", "\"{\\\"text\\\":\\\"hello\\\"}\""));

        assertThat(envelope.text()).isEqualTo("hello");
        assertThat(envelope.notes())
                .containsExactly("the arguments were a string and were read as JSON");
    }

    @Test
    void convertsArgumentsAndNotesIt() {
        var tool =
                FixtureDialect.tool(
                        ECHO,
                        new Parameters.OfTable(RecordShapes.of(Count.class)),
                        it -> Json.Obj.EMPTY.with("text", "" + it.find("count").orElseThrow()));

        Envelope envelope =
                run(
                        FixtureDialect.of(tool),
                        ToolCall.of("1", "fixture", "\"{\\\"count\\\":\\\"12\\\"}\""));

        assertThat(envelope.text()).isEqualTo("12");
        assertThat(envelope.notes())
                .hasSize(2)
                .first()
                .isEqualTo("the arguments were a string and were read as JSON");
    }

    record Count(int count) {}

    private static DialectTool mapping(DialectTool.ArgumentMapper mapper) {
        return FixtureDialect.tool(
                ECHO, new Parameters.OfTable(RecordShapes.of(FixtureTool.Params.class)), mapper);
    }

    @Test
    void validatesTheResultOfAMapper() {
        DialectTool broken = mapping(_ -> Json.Obj.EMPTY.with("text", Json.Num.of(1)));

        assertThat(run(FixtureDialect.of(broken), call("a")).result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.INVALID_ARGUMENTS,
                                "Bad arguments for fixture: text is 1; expected a string."));
    }

    @Test
    void rejectsArgumentsThatAMapperRejects() {
        DialectTool strict =
                mapping(_ -> {
                    throw new IllegalArgumentException("only one file at a time");
                });

        assertThat(run(FixtureDialect.of(strict), call("a")).result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.INVALID_ARGUMENTS,
                                "Bad arguments for fixture: only one file at a time."));
    }

    @Test
    void passesTheMappedArgumentsToTheTool() {
        DialectTool loud = mapping(it -> it.with("text", it.text("text").orElseThrow() + "!"));

        assertThat(run(FixtureDialect.of(loud), call("a")).text()).isEqualTo("a!");
    }

    @Test
    void failsForAToolThatIsNotAvailable() {
        DialectTool tool = mapping(DialectTool.ArgumentMapper.SAME);
        var unavailable =
                new DialectTool(
                        tool.name(),
                        tool.description(),
                        tool.parameters(),
                        tool.tool(),
                        tool.mapper(),
                        tool.limits(),
                        Optional.of("no database answers"));

        assertThat(run(FixtureDialect.of(unavailable), call("a")).result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.UNAVAILABLE,
                                "fixture is not available: no database answers"));
    }

    /// A tool with a schema of somebody else.
    private record ForeignTool(ToolCategory category) implements Tool<Raw> {

        private static final Json.Obj SCHEMA = Json.Obj.EMPTY.with("type", "object");

        @Override
        public ToolSpec<Raw> spec() {
            return ToolSpec.of("foreign", Raw.class, category, ToolKind.OTHER)
                    .describedBy("Echoes its arguments.")
                    .withForeignSchema(SCHEMA);
        }

        @Override
        public ToolResult run(Raw params, Host host) {
            return ToolResult.output(params, params.arguments().toString(), "echo");
        }
    }

    private Envelope runForeign(ToolCategory category, ForeignSchemas schemas, Json.Obj arguments) {
        var dialect = new LockedDialect(ToolRegistry.of(List.of(new ForeignTool(category))));
        return new ToolRunner(
                        new PipelineParts(
                                dialect,
                                schemas,
                                FixturePipeline.OPEN,
                                new TestHosts(directory),
                                CallJournal.NONE,
                                new CallEvents(),
                                NamedResults.NONE,
                                CallObserver.NONE,
                                PipelineParts.Settings.defaults()))
                .run(ToolCall.of("1", "foreign", arguments));
    }

    @Test
    void passesArgumentsForAForeignSchemaUnchanged() {
        Json.Obj arguments = Json.Obj.EMPTY.with("any", new Json.Bool(true));

        assertThat(runForeign(ToolCategory.CUSTOM, ForeignSchemas.UNCHECKED, arguments).text())
                .isEqualTo("{\"any\":true}");
    }

    @Test
    void rejectsArgumentsThatAForeignSchemaRejects() {
        List<Json.Obj> checked = new ArrayList<>();
        ForeignSchemas strict =
                (schema, arguments) -> {
                    checked.add(schema);
                    return Optional.of("any is missing in " + arguments);
                };

        assertThat(runForeign(ToolCategory.MCP, strict, Json.Obj.EMPTY).text()).isEqualTo("{}");
        assertThat(checked).as("an MCP server judges its arguments itself").isEmpty();
        assertThat(runForeign(ToolCategory.CUSTOM, strict, Json.Obj.EMPTY).result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.INVALID_ARGUMENTS,
                                "Bad arguments for foreign: any is missing in {}."));
        assertThat(checked).containsOnly(ForeignTool.SCHEMA);
    }

    @Test
    void findsAToolInAnotherCaseAndWithBlanksAround() {
        ToolCall call = ToolCall.of("1", " FIXTURE ", Json.Obj.EMPTY.with("text", "a"));
        ToolRunner runner =
                new FixturePipeline(directory)
                        .runner(new LockedDialect(ToolRegistry.of(List.of(ECHO))));

        assertThat(runner.run(call).text()).isEqualTo("a");
        assertThat(runner.resolve(call).name()).isEqualTo("fixture");
        assertThat(runner.stats().of("fixture").count()).isEqualTo(1);
        assertThat(runner.resolve(ToolCall.of("2", "nobody", "{}")).name()).isEqualTo("nobody");
    }

    @Test
    void givesTheGatesTheTouchesArgumentsAndVariablesOfACall() {
        List<PreparedCall<?>> judged = new ArrayList<>();
        Gate records =
                new Gate() {
                    @Override
                    public String name() {
                        return "records";
                    }

                    @Override
                    public Verdict judge(PreparedCall<?> call) {
                        judged.add(call);
                        return new Verdict.Allow("fine");
                    }
                };
        var hosts =
                new HostFactory() {
                    private final TestHosts hosts = new TestHosts(directory);

                    @Override
                    public WorkspaceFiles pathResolver() {
                        return hosts.pathResolver();
                    }

                    @Override
                    public Map<String, String> variables() {
                        return Map.of("PATH", "/evil");
                    }

                    @Override
                    public CallHost open(PreparedCall<?> call, Progress progress)
                            throws IOException {
                        return hosts.open(call, progress);
                    }
                };
        var runner =
                new ToolRunner(
                        PipelineParts.of(
                                new LockedDialect(ToolRegistry.of(List.of(ECHO))),
                                new Gates(List.of(records), Approver.HEADLESS),
                                hosts,
                                CallJournal.NONE));

        runner.run(call("a"));
        runner.run(
                ToolCall.of(
                        "c2",
                        "fixture",
                        Json.Obj.EMPTY.with("text", "a").with("path", "dir/../b.txt")));

        assertThat(judged)
                .extracting(PreparedCall::touches)
                .containsExactly(
                        List.of(new Touch(Capability.NONE, Touch.NOTHING)),
                        List.of(new Touch(Capability.FS_WRITE, "b.txt")));
        assertThat(judged).extracting(PreparedCall::mode).containsOnly(Mode.FULL);
        assertThat(judged.getFirst().arguments()).isEqualTo(Json.Obj.EMPTY.with("text", "a"));
        assertThat(judged.getFirst().scripts().of("ls"))
                .isEqualTo(Script.read("ls", Map.of("PATH", "/evil")))
                .isNotEqualTo(Script.read("ls"));
    }

    @Test
    void failsIfTheTouchesCannotBeDetermined() {
        assertThat(
                        run(ToolCall.of(
                                        "1",
                                        "fixture",
                                        Json.Obj.EMPTY.with("text", "a").with("path", "../b")))
                                .result())
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.CAPABILITY_DENIED,
                                "../b leads outside the workspace. Use a path inside it."));
    }
}
