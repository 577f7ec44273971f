package dev.deft.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Host;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.ChangingTools;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectsFollowTest {

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

    @ParameterizedTest
    @CsvSource({"locked,ls", "opencode,list", "pegasus,list_files", "aegis,list_files"})
    void theRegistryAsToolsComeAndGo(String dialectName, String shownAs) {
        var source = new ChangingTools("server");
        var registry = new ToolRegistry();
        registry.add(source);
        Dialect dialect = Dialects.of(dialectName, registry);
        assertThat(dialect.tools()).isEmpty();

        source.add(new Named("ls"));

        assertThat(dialect.tools()).extracting(DialectTool::name).containsExactly(shownAs);
        assertThat(dialect.find(shownAs)).isPresent();
        List<DialectTool> before = dialect.tools();
        assertThat(dialect.tools()).isSameAs(before);

        source.remove("ls");

        assertThat(dialect.tools()).isEmpty();
        assertThat(dialect.find(shownAs)).isEmpty();
    }
}
