package dev.deft.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.policy.ToolLimits;
import dev.deft.policy.ToolLimits.Bounds;
import dev.deft.registry.CallOrder;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.Parameters;
import dev.deft.tool.Description;
import dev.deft.tool.Envelope;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Dialects with limits that users set.
class LimitedDialectTest {

    private static final Limits TABLE = new Limits(50_000, 100, Duration.ofSeconds(30));

    private static final ToolLimits SET =
            ToolLimits.of(
                    Bounds.NONE.withOutputBytes(9_000), Map.of("grep", Bounds.NONE.withEntries(5)));

    record None() {}

    private record Named(String id) implements Tool<None> {

        @Override
        public ToolSpec<None> spec() {
            return ToolSpec.of(id, None.class, ToolCategory.CUSTOM, ToolKind.OTHER);
        }

        @Override
        public ToolResult run(None params, Host host) {
            return ToolResult.output(params, "", "");
        }
    }

    /// A dialect whose list of tools can be replaced.
    private static final class Changing implements Dialect {

        private List<DialectTool> tools;

        Changing(DialectTool... tools) {
            this.tools = List.of(tools);
        }

        @Override
        public String name() {
            return "changing";
        }

        @Override
        public List<DialectTool> tools() {
            return tools;
        }

        @Override
        public Optional<DialectTool> find(String name) {
            return tools.stream().filter(it -> it.name().equals(name)).findFirst();
        }

        @Override
        public Json render(Optional<DialectTool> tool, Envelope envelope) {
            return Json.Null.VALUE;
        }

        @Override
        public String modelText(Optional<DialectTool> tool, Envelope envelope) {
            return "";
        }

        @Override
        public CallOrder order() {
            return CallOrder.READS_IN_PARALLEL;
        }
    }

    private static DialectTool shown(String name, String id) {
        return new DialectTool(
                name,
                new Description.Text(name),
                new Parameters.OfRecord(None.class),
                new Named(id),
                DialectTool.ArgumentMapper.SAME,
                TABLE);
    }

    @Test
    void limitsToolsByTheirIdAndNotByTheirName() {
        Dialect limited =
                Dialects.limited(
                        new Changing(shown("Search", "grep"), shown("grep", "other")), SET);

        assertThat(limited.tools())
                .extracting(DialectTool::limits)
                .containsExactly(
                        new Limits(9_000, 5, TABLE.timeout()),
                        new Limits(9_000, 100, TABLE.timeout()));
        assertThat(limited.find("Search"))
                .map(DialectTool::limits)
                .contains(new Limits(9_000, 5, TABLE.timeout()));
        assertThat(limited.find("nothing")).isEmpty();
    }

    @Test
    void changesNothingElse() {
        var whole = new Changing(shown("Search", "grep"));

        assertThat(Dialects.limited(whole, SET).name()).isEqualTo("changing");
        assertThat(Dialects.limited(whole, SET).tools())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("limits")
                .isEqualTo(whole.tools());
        assertThat(Dialects.limited(whole, ToolLimits.NONE)).isSameAs(whole);
    }

    @Test
    void followsChangesOfTheTools() {
        var whole = new Changing(shown("Search", "grep"));
        Dialect limited = Dialects.limited(whole, SET);
        List<DialectTool> before = limited.tools();

        assertThat(limited.tools()).isSameAs(before);

        whole.tools = List.of(shown("Search", "grep"), shown("Find", "glob"));

        assertThat(limited.tools())
                .extracting(DialectTool::name, it -> it.limits().items())
                .containsExactly(tuple("Search", 5), tuple("Find", 100));
        assertThat(limited.find("Find")).isPresent();
    }
}
