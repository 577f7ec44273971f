package dev.deft.dialect;

import static dev.deft.dialect.DialectFixture.dialect;
import static dev.deft.dialect.DialectFixture.envelope;
import static dev.deft.dialect.DialectFixture.json;
import static dev.deft.dialect.DialectFixture.output;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The memory tools in their dialects.
class MemoryDialectTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "memory_list | {'files':[{'path':'MEMORY.md','summary':'s','size':1},{'path':'memory/facts/a.md','summary':'t','size':2}]} | [{'path':'facts/a.md','summary':'t','size':2}]",
                "memory_list | {'files':[]} | []",
                "memory_read | {'path':'memory/a.md','content':'text','size':4} | 'text'",
                "memory_write | {'path':'memory/a.md','size':4} | {'path':'a.md','size':4}",
                "memory_patch | {'path':'memory/a/b.md','size':4} | {'path':'a/b.md','size':4}",
                "memory_append | {'path':'memory/memory/a.md','size':4} | {'path':'memory/a.md','size':4}"
            })
    void haveTheResultsOfPegasus(String tool, String data, String expected) {
        Dialect pegasus = dialect("pegasus");
        Json.Obj rendered = (Json.Obj) pegasus.render(pegasus.find(tool), envelope(output(data)));
        assertThat(rendered.find("result"))
                .isEqualTo(json("{'result':" + expected + "}").find("result"));
    }

    @ParameterizedTest
    @CsvSource({
        "facts/a.md, memory/facts/a.md",
        "memory/a.md, memory/memory/a.md",
        "../a.md, memory/../a.md",
        "/etc/a.md, /etc/a.md"
    })
    void haveThePathsOfPegasus(String path, String expected) {
        DialectTool tool = dialect("pegasus").find("memory_read").orElseThrow();
        assertThat(tool.mapper().map(Json.Obj.EMPTY.with("path", path)).text("path"))
                .contains(expected);
    }

    @Test
    void areInTheCollections() {
        assertThat(names("pegasus", "reflectionTools"))
                .containsExactly("memory_append", "memory_patch", "memory_read", "memory_write");
        assertThat(names("pegasus", "mainAgentTools")).contains("memory_list", "memory_read");
        assertThat(names("pegasus", "allTaskTools"))
                .contains(
                        "memory_append",
                        "memory_list",
                        "memory_patch",
                        "memory_read",
                        "memory_write");
        assertThat(names("inventory", "subagent")).contains("memory_get", "memory_search");
    }

    private static Set<String> names(String dialect, String collection) {
        return Dialects.onlyCollection(dialect(dialect), collection).tools().stream()
                .map(DialectTool::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
