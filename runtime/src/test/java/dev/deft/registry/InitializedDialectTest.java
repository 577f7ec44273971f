package dev.deft.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.run.CallJournal;
import dev.deft.run.FixturePipeline;
import dev.deft.run.FixtureTool;
import dev.deft.run.PipelineParts;
import dev.deft.run.TestHosts;
import dev.deft.run.ToolCall;
import dev.deft.run.ToolRunner;
import dev.deft.tool.ChangingTools;
import dev.deft.tool.Doc;
import dev.deft.tool.Envelope;
import dev.deft.tool.InitContext;
import dev.deft.tool.InitializableTool;
import dev.deft.tool.Initialized;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolResult.Failure;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitializedDialectTest {

    private static final InitContext CONTEXT =
            new InitContext("reviewer", "/work", Optional.of("anthropic"));

    @TempDir private Path directory;

    private final ChangingTools source = new ChangingTools("server");
    private final ToolRegistry registry = new ToolRegistry();
    private final List<InitContext> asked = Collections.synchronizedList(new ArrayList<>());

    /// The initialization of a test.
    @FunctionalInterface
    private interface Finding {

        Initialized find(InitContext context) throws IOException, InterruptedException;
    }

    /// A tool that must be initialized.
    private record QueryTool(Finding finding) implements InitializableTool<QueryTool.Params> {

        record Params(@Doc("Which one") String database) {}

        @Override
        public ToolSpec<Params> spec() {
            return ToolSpec.of("query", Params.class, ToolCategory.DATA, ToolKind.READ)
                    .describedBy("Queries a database.");
        }

        @Override
        public Initialized init(InitContext context) throws IOException, InterruptedException {
            return finding.find(context);
        }

        @Override
        public ToolResult run(Params params, Host host) {
            return ToolResult.output(params, "asked " + params.database(), "query");
        }
    }

    private Dialect dialect(Finding finding) {
        registry.add(source);
        registry.register(FixtureTool.of((params, _) -> FixtureTool.echo(params)));
        source.add(new QueryTool(finding));
        return dialect(CONTEXT);
    }

    private Dialect dialect(InitContext context) {
        return new InitializedDialect(new LockedDialect(registry), registry, context);
    }

    private Initialized noted(InitContext context) {
        asked.add(context);
        return Initialized.AS_SPECIFIED;
    }

    private Envelope call(Dialect dialect) {
        PipelineParts road =
                PipelineParts.of(
                        dialect, FixturePipeline.OPEN, new TestHosts(directory), CallJournal.NONE);
        return new ToolRunner(road)
                .run(ToolCall.of("c1", "query", Json.Obj.EMPTY.with("database", "shop")));
    }

    /// The tools after all are initialized.
    private static List<String> settled(Dialect dialect) {
        assertThat(dialect.find("query")).isPresent();
        return names(dialect);
    }

    private static List<String> names(Dialect dialect) {
        return dialect.tools().stream().map(DialectTool::name).toList();
    }

    @Test
    void offersAToolWithTheDescriptionAndSchemaOfItsInitialization() {
        Json.Obj schema = Json.Obj.EMPTY.with("type", "object").with("title", "shop, archive");
        Dialect dialect =
                dialect(_ ->
                        Initialized.AS_SPECIFIED
                                .describedBy("Queries shop or archive.")
                                .taking(schema));

        DialectTool shown = dialect.find("query").orElseThrow();
        assertThat(shown.describe(Map.of())).isEqualTo("Queries shop or archive.");
        assertThat(shown.schema()).isEqualTo(schema);
        assertThat(dialect.tools()).contains(shown);
        assertThat(((ToolResult.Output) call(dialect).result()).text()).isEqualTo("asked shop");
    }

    @Test
    void initializesOnceForEachContextAndAgainWhenTheSourceChanges() {
        Dialect dialect = dialect(this::noted);
        assertThat(settled(dialect)).containsExactly("query", "fixture");
        assertThat(call(dialect).failed()).isFalse();
        assertThat(settled(dialect(CONTEXT))).contains("query");
        assertThat(asked).containsExactly(CONTEXT);

        source.add(new QueryTool(this::noted));
        assertThat(settled(dialect)).contains("query");
        assertThat(asked).containsExactly(CONTEXT, CONTEXT);

        var other = new InitContext("other", "/work", Optional.empty());
        assertThat(settled(dialect(other))).contains("query");
        assertThat(asked).containsExactly(CONTEXT, CONTEXT, other);
    }

    @Test
    void omitsToolsThatFailedAndSaysWhyWhenTheyAreCalled() {
        Dialect dialect =
                dialect(_ -> {
                    throw new IOException("no database answers\nat port 5432");
                });

        assertThat(settled(dialect)).containsExactly("fixture");
        assertThat(call(dialect).result())
                .isEqualTo(
                        new Failure(
                                ErrorCode.UNAVAILABLE,
                                "query is not available: no database answers"));
    }

    @Test
    void omitsToolsThatThrewUnexpectedly() {
        Dialect dialect =
                dialect(_ -> {
                    throw new IllegalStateException("bug");
                });

        assertThat(settled(dialect)).containsExactly("fixture");
        assertThat(FixturePipeline.code(call(dialect))).isEqualTo(ErrorCode.UNAVAILABLE);
    }

    @Test
    void omitsToolsThatAreUnavailableForTheProvider() {
        Dialect dialect =
                dialect(it ->
                        it.provider().equals(Optional.of("anthropic"))
                                ? Initialized.unavailable("the provider has one of its own")
                                : Initialized.AS_SPECIFIED);

        assertThat(settled(dialect)).containsExactly("fixture");
        assertThat(settled(dialect(new InitContext("reviewer", "/work", Optional.of("openai")))))
                .containsExactly("query", "fixture");
    }

    @Test
    void offersOtherToolsWhileOneIsSlowAndThatOneWhenItIsReady() {
        var ready = new CountDownLatch(1);
        Dialect dialect =
                dialect(_ -> {
                    ready.await();
                    return Initialized.AS_SPECIFIED;
                });

        assertThat(names(dialect)).containsExactly("fixture");
        ready.countDown();

        assertThat(call(dialect).failed()).isFalse();
        assertThat(names(dialect)).containsExactly("query", "fixture");
    }

    @Test
    void makesAToolThatTakesTooLongUnavailable() throws InterruptedException {
        var interrupted = new CountDownLatch(1);
        var tool =
                new QueryTool(_ -> {
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                    return Initialized.AS_SPECIFIED;
                });
        registry.register(tool);

        var initializer = new ToolInitializer(registry, Duration.ofMillis(20));

        assertThat(initializer.of(tool, CONTEXT).result())
                .isEqualTo(Initialized.unavailable("it took longer than 20 ms to be initialized"));
        assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
    }
}
