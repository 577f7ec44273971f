package dev.deft.engine.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellChangesTest {

    @TempDir private Path root;

    private static FileChange change(String path, String before, String after) {
        return new FileChange(path, FileState.of(Bytes.of(before)), FileState.of(Bytes.of(after)));
    }

    @Test
    void changeNothingWhereSomebodyElseChangedAFileMeanwhile() throws Exception {
        Files.writeString(root.resolve("a.txt"), "a");
        Files.writeString(root.resolve("b.txt"), "of somebody else");
        try (var workspace = WorkspaceTree.open(root.toString(), Map.of())) {
            var changes = new ShellChanges(() -> workspace, _ -> ChangeRecorder.NONE);

            assertThatThrownBy(() ->
                            changes.keep(
                                    List.of(
                                            change("a.txt", "a", "mine"),
                                            change("b.txt", "b", "mine"))))
                    .isInstanceOfSatisfying(
                            HostException.class,
                            it -> {
                                assertThat(it.code()).isEqualTo(ErrorCode.CONFLICT);
                                assertThat(it).hasMessageContaining("b.txt");
                            });
        }
        assertThat(root.resolve("a.txt")).hasContent("a");
        assertThat(root.resolve("b.txt")).hasContent("of somebody else");
    }
}
