package dev.deft.dialect;

import static dev.deft.dialect.DialectFixture.dialect;
import static dev.deft.dialect.DialectFixture.envelope;
import static dev.deft.dialect.DialectFixture.output;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.Limits;
import dev.deft.policy.ToolLimits;
import dev.deft.policy.ToolLimits.Bounds;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Envelope;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DialectsTest {

    @Test
    void rejectAnUnknownName() {
        assertThatThrownBy(() -> Dialects.of("klingon", new ToolRegistry()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "There is no dialect \"klingon\"; the dialects are locked, aegis, inventory, pegasus, opencode.");
    }

    @Test
    void keepTheToolsOfACollection() {
        Dialect subagent = Dialects.onlyCollection(dialect("inventory"), "subagent");

        assertThat(subagent.tools())
                .extracting(DialectTool::name)
                .containsExactly("read", "grep", "glob", "ls", "memory_search", "memory_get");
        assertThat(subagent.find("grep")).isPresent();
        assertThat(subagent.find("exec")).isEmpty();
        assertThat(subagent.find("bash")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inventory | The dialect inventory has no collection \"all\"; it has main, subagent.",
                "opencode | The dialect opencode has no collections.",
                "locked | The dialect locked has no collections."
            })
    void rejectAnUnknownCollection(String dialect, String message) {
        Dialect whole = dialect(dialect);

        assertThatThrownBy(() -> Dialects.onlyCollection(whole, "all"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void keepToolsById() {
        Dialect some = Dialects.only(dialect("inventory"), Set.of("bash", "ls", "exec"));

        assertThat(some.tools()).extracting(DialectTool::name).containsExactly("ls", "exec");
        assertThat(some.find("exec")).isPresent();
        assertThat(some.find("read")).isEmpty();
        assertThat(some.find("bash")).isEmpty();
    }

    @Test
    void setTheTimeoutOfEveryTool() {
        Dialect whole = dialect("pegasus");
        Duration timeout = Duration.ofSeconds(7);
        Dialect quick = Dialects.withTimeout(whole, timeout);

        assertThat(quick.tools())
                .hasSameSizeAs(whole.tools())
                .allSatisfy(it -> assertThat(it.limits().timeout()).isEqualTo(timeout));
        assertThat(quick.find("read_file").orElseThrow().limits())
                .isEqualTo(whole.find("read_file").orElseThrow().limits().withTimeout(timeout));
        assertThat(quick.find("nothing")).isEmpty();
    }

    static Stream<Dialect> wrappersOfPegasus() {
        Dialect whole = dialect("pegasus");
        return Stream.of(
                Dialects.only(whole, Set.of("read")),
                Dialects.onlyCollection(whole, "allTaskTools"),
                Dialects.withTimeout(whole, Duration.ofSeconds(1)),
                Dialects.limited(
                        whole, ToolLimits.of(Bounds.NONE.withOutputBytes(9_000), Map.of())));
    }

    @ParameterizedTest
    @MethodSource("wrappersOfPegasus")
    void leaveNameResultsAndOrderAsTheyAre(Dialect wrapper) {
        Dialect whole = dialect("pegasus");
        Optional<DialectTool> tool = wrapper.find("read_file");
        Envelope envelope = envelope(output("{'content':'a'}"));

        assertThat(wrapper.name()).isEqualTo("pegasus");
        assertThat(wrapper.render(tool, envelope))
                .isEqualTo(whole.render(whole.find("read_file"), envelope));
        assertThat(wrapper.modelText(tool, envelope))
                .isEqualTo(whole.modelText(whole.find("read_file"), envelope))
                .contains("\"success\":true");
        assertThat(wrapper.order()).isEqualTo(whole.order());
    }

    @ParameterizedTest
    @CsvSource({
        "aegis, bash, 10240, 1000, 120",
        "aegis, write_file, 204800, 1000, 120",
        "aegis, glob, 204800, 200, 120",
        "inventory, read, 524288, 10000000, 120",
        "pegasus, grep_files, 204800, 50, 30",
        "opencode, bash, 30720, 1000, 120"
    })
    void replaceTheLimitsOfToolsByThoseOfTheTable(
            String dialect, String tool, int bytes, int items, int seconds) {
        assertThat(dialect(dialect).find(tool).orElseThrow().limits())
                .isEqualTo(new Limits(bytes, items, Duration.ofSeconds(seconds)));
    }
}
