package dev.deft.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.Limits;
import dev.deft.tool.ToolCategory;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolRegistryTest {

    private static FixtureTool tool(String id) {
        return new FixtureTool(id, Limits.DEFAULT, (params, _) -> FixtureTool.echo(params));
    }

    @Test
    void findsWhatWasRegisteredInItsOrder() {
        var registry = ToolRegistry.of(List.of(tool("b"), tool("a")));

        assertThat(registry.list()).extracting(it -> it.spec().id()).containsExactly("b", "a");
        assertThat(registry.has("a")).isTrue();
        assertThat(registry.get("c")).isEmpty();
        assertThat(registry.listByCategory(ToolCategory.CUSTOM)).hasSize(2);
        assertThat(registry.listByCategory(ToolCategory.FILE)).isEmpty();
    }

    @Test
    void refusesAnIdThatIsTakenAndKeepsWhatWasThere() {
        var registry = ToolRegistry.of(List.of(tool("a")));

        assertThatThrownBy(() -> registry.registerMany(List.of(tool("b"), tool("a"))))
                .hasMessageContaining("a tool a already");
        assertThat(registry.list()).hasSize(1);
    }
}
