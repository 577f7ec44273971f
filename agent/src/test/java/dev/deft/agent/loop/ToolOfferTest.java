package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Host;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ToolOfferTest {

    private final ToolOffer offer =
            new ToolOffer(
                    Set.of("read", "question", "tool_search"), Set.of("sleep"), Set.of("question"));

    /// A tool with nothing but a name.
    private record Named(String id) implements Tool<Named.Params> {

        record Params() {}

        @Override
        public ToolSpec<Params> spec() {
            return ToolSpec.of(id, Params.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                    .describedBy("Is called " + id + ".");
        }

        @Override
        public ToolResult run(Params params, Host host) {
            throw new UnsupportedOperationException();
        }
    }

    private static Dialect dialect(int plugins, String... ids) {
        List<Tool<?>> tools = new ArrayList<>();
        for (String id : ids) {
            tools.add(new Named(id));
        }
        IntStream.rangeClosed(1, plugins).forEach(it -> tools.add(new Named("plugin_" + it)));
        return new LockedDialect(ToolRegistry.of(tools));
    }

    private List<String> told(Dialect dialect, String... found) {
        return offer.of(dialect, Set.of(found)).stream().map(DialectTool::name).toList();
    }

    @Test
    void tellsWhatTheAgentNamesAndNotWhatIsOfNoUse() {
        Dialect dialect = dialect(0, "read", "sleep", "question", "tool_search");
        assertThat(told(dialect)).containsExactly("read", "tool_search");
        assertThat(offer.hidden(dialect, Set.of())).containsExactly("sleep");
    }

    @Test
    void tellsOfNothingThatNoCallCouldBeAllowedOf() {
        Dialect dialect = dialect(0, "read", "sleep", "edit", "tool_search");
        ToolOffer some = offer.where(it -> !Set.of("read", "sleep").contains(it.id()), () -> 0);

        assertThat(some.of(dialect, Set.of("read", "sleep")))
                .extracting(DialectTool::name)
                .containsExactly("edit", "tool_search");
        assertThat(some.hidden(dialect, Set.of())).isEmpty();
    }

    @Test
    void tellsOfWhatWasFound() {
        assertThat(told(dialect(0, "read", "sleep", "tool_search"), "sleep"))
                .containsExactly("read", "sleep", "tool_search");
    }

    @Test
    void tellsOfPluginsUpToTwentyTools() {
        assertThat(told(dialect(18, "read", "sleep", "tool_search"))).hasSize(20);
        assertThat(told(dialect(19, "read", "sleep", "tool_search")))
                .containsExactly("read", "tool_search");
        assertThat(told(dialect(19, "read", "sleep", "tool_search"), "plugin_7"))
                .containsExactly("read", "tool_search", "plugin_7");
        assertThat(offer.hidden(dialect(19, "read", "sleep", "tool_search"), Set.of("plugin_7")))
                .contains("sleep", "plugin_8")
                .doesNotContain("plugin_7");
    }

    @Test
    void tellsOfEverythingWhereNothingCanBeSearchedFor() {
        assertThat(told(dialect(30, "read", "sleep", "question")))
                .hasSize(32)
                .contains("sleep")
                .doesNotContain("question");
    }
}
