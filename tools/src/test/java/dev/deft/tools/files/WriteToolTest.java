package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.host.HostException;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.Capability;
import dev.deft.tool.ToolResult;
import dev.deft.tool.Touch;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriteToolTest {

    private final WriteTool write = new WriteTool();

    @Test
    void refusesAFileThatSomebodyElseChangedSinceItWasRead() throws Exception {
        var host = InMemoryHost.empty().with("a.txt", "one\n");
        new ReadTool(new JsonText()).run(ReadTool.Params.of("a.txt"), host);
        host.with("a.txt", "changed by somebody else\n");

        assertThatThrownBy(() -> write.run(WriteTool.Params.of("a.txt", "two\n"), host))
                .isInstanceOf(HostException.class)
                .hasMessage(
                        "a.txt has changed since you read it. Read it again before you replace it.");
        assertThat(host.files().text("a.txt")).contains("changed by somebody else\n");
    }

    @Test
    void replacesAFileThatIsAsItWasReadOrNeverWas() throws Exception {
        var host = InMemoryHost.empty().with("read.txt", "one\n").with("unread.txt", "one\n");
        new ReadTool(new JsonText()).run(ReadTool.Params.of("read.txt"), host);

        write.run(WriteTool.Params.of("read.txt", "two\n"), host);
        write.run(WriteTool.Params.of("read.txt", "three\n"), host);
        write.run(WriteTool.Params.of("unread.txt", "two\n"), host);

        assertThat(host.files().text("read.txt")).contains("three\n");
        assertThat(host.files().text("unread.txt")).contains("two\n");
    }

    @Test
    void saysWhatItWouldTouch() throws Exception {
        assertThat(
                        write.touches(
                                WriteTool.Params.of("d/../a.txt", ""),
                                InMemoryHost.empty().files()))
                .isEqualTo(List.of(new Touch(Capability.FS_WRITE, "a.txt")));
    }

    @Test
    void refusesHalfACharacter() {
        assertThatThrownBy(() ->
                        write.run(WriteTool.Params.of("a.txt", "\uD83D"), InMemoryHost.empty()))
                .hasMessageContaining("cannot represent U+D83D");
    }

    @Test
    void showsTheHeadOfALargeDiff() throws Exception {
        var host = InMemoryHost.empty();
        var output =
                (ToolResult.Output)
                        write.run(
                                WriteTool.Params.of("a.txt", "0123456789\n".repeat(20_000)), host);
        assertThat(output.head()).isTrue();
        assertThat(((WriteTool.Data) output.data()).diff()).hasSizeLessThan(200 * 1024);
        assertThat(host.sidecarText()).hasSizeGreaterThan(220_000);
    }
}
