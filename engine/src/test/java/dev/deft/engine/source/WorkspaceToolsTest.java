package dev.deft.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.host.Host;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSource;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tools that a workspace, or one session, gets from elsewhere.
class WorkspaceToolsTest {

    @TempDir private Path root;

    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();

    record Nothing() {}

    record Named(String id) implements Tool<Nothing> {

        @Override
        public ToolSpec<Nothing> spec() {
            return ToolSpec.of(id, Nothing.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                    .describedBy("Does nothing.");
        }

        @Override
        public ToolResult run(Nothing params, Host host) {
            return ToolResult.output(params, "done by " + id, id);
        }
    }

    /// Knows its tools only after somebody waited for them.
    private final class Elsewhere implements OpenTools {

        private final String id;
        private volatile boolean known;

        Elsewhere(String id) {
            this.id = id;
            opened.incrementAndGet();
        }

        private final List<Runnable> listeners = new ArrayList<>();

        @Override
        public String name() {
            return "elsewhere";
        }

        @Override
        public List<Tool<?>> tools() {
            return known ? List.of(new Named(id)) : List.of();
        }

        @Override
        public void awaitTools(Duration most) {
            known = true;
            listeners.forEach(Runnable::run);
        }

        @Override
        public Subscription onChange(Runnable listener) {
            listeners.add(listener);
            return Subscription.NONE;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    /// Equal by its name alone, as a value should be.
    private record Far(String id, Function<String, OpenTools> how) implements OpenableTools {

        @Override
        public OpenTools open() {
            return how.apply(id);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Far it && it.id.equals(id);
        }

        @Override
        public int hashCode() {
            return id.hashCode();
        }
    }

    private Engine engine() throws IOException {
        return Engine.builder()
                .environment(Map.of("DEFT_HOME", root.resolve("home").toString()))
                .workspaceTools(
                        place -> Optional.of(new Far("far_" + place.dialect(), Elsewhere::new)))
                .build();
    }

    @Test
    void sharesOpenedToolsAmongSessionsAndClosesThemWithTheWorkspace() throws Exception {
        try (Engine engine = engine();
                Workspace workspace = engine.workspace(root)) {
            AgentSpec agent = AgentSpec.standard().allow("far_locked", "*");
            try (Session one = workspace.session().agent(agent).open();
                    Session two = workspace.session().agent(agent).open()) {
                assertThat(one.call("far_locked", Map.of()).text()).isEqualTo("done by far_locked");
                assertThat(two.call("far_locked", Map.of()).failed()).isFalse();
                assertThat(opened.get()).isEqualTo(1);
                assertThat(closed.get()).isZero();
            }
            assertThat(closed.get()).isZero();
        }
        assertThat(closed.get()).isEqualTo(1);
    }

    @Test
    void waitsForToolsThatAreNotKnownYet() throws Exception {
        try (Engine engine = engine();
                Workspace workspace = engine.workspace(root)) {
            assertThat(workspace.tools().has("far_locked")).isFalse();
            workspace.tools().awaitSources(Duration.ofSeconds(10));
            assertThat(workspace.tools().has("far_locked")).isTrue();
        }
    }

    @Test
    void givesToolsToOneSessionOnly() throws Exception {
        ToolSource own = ToolSource.of("editor", new Named("mine"));
        try (Engine engine = Engine.builder().environment(Map.of()).build();
                Workspace workspace = engine.workspace(root)) {
            try (Session with = workspace.session().tools(own).open();
                    Session without = workspace.session().open()) {
                assertThat(with.call("mine", Map.of()).text()).isEqualTo("done by mine");
                assertThat(without.call("mine", Map.of()).text()).contains("mine");
                assertThat(without.call("mine", Map.of()).failed()).isTrue();
            }
            assertThat(engine.tools().has("mine")).isFalse();
        }
    }
}
