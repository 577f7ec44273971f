package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.testing.InMemoryHost;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What the gates decide by.
class TouchesTest {

    private final InMemoryHost host =
            InMemoryHost.empty().with("src/A.java", "a\n").with("b.txt", "b\n");

    @Test
    void aPatchTouchesEveryFileItNames() throws Exception {
        String patch =
                """
                *** Begin Patch
                *** Add File: new.txt
                +x
                *** Update File: b.txt
                *** Move to: c.txt
                -b
                +c
                *** Delete File: src/A.java
                *** End Patch
                """;
        assertThat(new ApplyPatchTool().touches(new ApplyPatchTool.Params(patch), host.files()))
                .extracting(TouchesTest::spelled)
                .isEqualTo(
                        List.of(
                                "fs.write new.txt",
                                "fs.read b.txt",
                                "fs.write b.txt",
                                "fs.write c.txt",
                                "fs.write src/A.java"));
    }

    @Test
    void aPatchOutOfTheWorkspaceIsRefusedBeforeAnythingElse() {
        String patch = "*** Begin Patch\n*** Add File: ../x\n+x\n*** End Patch\n";
        assertThatThrownBy(() ->
                        new ApplyPatchTool()
                                .touches(new ApplyPatchTool.Params(patch), host.files()))
                .hasMessageContaining("leads outside");
    }

    @Test
    void movingTouchesTheContentToo() throws Exception {
        assertThat(
                        new MoveFileTool()
                                .touches(new MoveFileTool.Params("b.txt", "c.txt"), host.files()))
                .extracting(TouchesTest::spelled)
                .isEqualTo(List.of("fs.read b.txt", "fs.write b.txt", "fs.write c.txt"));
    }

    @Test
    void aSearchTouchesATreeOrAFile() throws Exception {
        assertThat(new GrepTool().touches(grep("src"), host.files()))
                .extracting(TouchesTest::spelled)
                .isEqualTo(List.of("fs.read src/**"));
        assertThat(new GrepTool().touches(grep("src/A.java"), host.files()))
                .extracting(TouchesTest::spelled)
                .isEqualTo(List.of("fs.read src/A.java"));
        assertThat(new GlobTool().touches(GlobTool.Params.of("*"), host.files()))
                .extracting(TouchesTest::spelled)
                .isEqualTo(List.of("fs.read ./**"));
    }

    private static GrepTool.Params grep(String path) {
        return new GrepTool.Params("x", Optional.of(path), Optional.empty(), Optional.empty());
    }

    @Test
    void anEditReadsAndWrites() throws Exception {
        assertThat(new EditTool().touches(EditTool.Params.of("b.txt", "b", "c"), host.files()))
                .extracting(TouchesTest::spelled)
                .isEqualTo(List.of("fs.read b.txt", "fs.write b.txt"));
    }

    private static String spelled(Touch touch) {
        return touch.capability().wire() + " " + touch.subject();
    }
}
