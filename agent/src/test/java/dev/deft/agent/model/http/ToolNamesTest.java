package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ToolNamesTest {

    private static ToolNames of(int longest, String... names) {
        List<Json.Obj> tools = Stream.of(names).map(it -> Json.Obj.EMPTY.with("name", it)).toList();
        return new ToolNames(tools, longest);
    }

    @Test
    void leaveANameAloneThatAWireTakes() {
        ToolNames names = of(64, "read", "tool_search", "a-b");
        assertThat(List.of(names.toWire("read"), names.toWire("tool_search"), names.toWire("a-b")))
                .containsExactly("read", "tool_search", "a-b");
    }

    @Test
    void spellTheOthersSoThatNoTwoBecomeOne() {
        String[] all = {"a:b", "a.b", "a_b", "äöü", "", "0123456789", "0123456789x"};
        ToolNames names = of(10, all);
        List<String> out = Stream.of(all).map(names::toWire).toList();
        assertThat(out)
                .doesNotHaveDuplicates()
                .allMatch(it -> it.matches("[a-zA-Z0-9_-]{1,10}"))
                .contains("a_b", "0123456789");
        assertThat(out.stream().map(names::fromWire)).containsExactly(all);
    }

    @Test
    void passOnNamesNobodyKnows() {
        ToolNames names = of(10);
        assertThat(names.toWire("gone:tool")).isEqualTo("gone_tool");
        assertThat(names.fromWire("made_up")).isEqualTo("made_up");
    }
}
