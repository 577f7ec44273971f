package dev.deft.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.ChangingTools;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Dialects over a registry that changes.
class DialectsFollowTest {

    @ParameterizedTest
    @CsvSource({"locked,ls", "opencode,list", "pegasus,list_files", "aegis,list_files"})
    void theToolsOfTheRegistry(String dialectName, String shownAs) {
        var source = new ChangingTools("server");
        var registry = new ToolRegistry();
        registry.add(source);
        Dialect dialect = Dialects.of(dialectName, registry);
        assertThat(dialect.tools()).isEmpty();

        source.add(new DialectFixture.NamedTool("ls"));

        assertThat(dialect.tools()).extracting(DialectTool::name).containsExactly(shownAs);
        assertThat(dialect.find(shownAs)).isPresent();
        List<DialectTool> before = dialect.tools();
        assertThat(dialect.tools()).isSameAs(before);

        source.remove("ls");

        assertThat(dialect.tools()).isEmpty();
        assertThat(dialect.find(shownAs)).isEmpty();
    }
}
