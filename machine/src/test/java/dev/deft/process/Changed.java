package dev.deft.process;

import dev.deft.host.Bytes;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes the changes of commands in the workspace, and remembers what they were.
final class Changed implements CommandChangeRecorder {

    private final Path root;

    /// Such as `a.txt: one -> two`.
    final List<String> told = new ArrayList<>();

    Changed(Path root) {
        this.root = root;
    }

    @Override
    public void keep(List<FileChange> changes) throws IOException, InterruptedException {
        note(changes);
        var wanted = new LinkedHashMap<String, FileState>();
        changes.forEach(it -> wanted.put(it.path(), it.wanted()));
        try (var workspace = WorkspaceTree.open(root.toString(), Map.of())) {
            workspace.change(List.copyOf(wanted.keySet()), _ -> wanted, ChangeRecorder.NONE);
        }
    }

    @Override
    public void note(List<FileChange> changes) throws IOException {
        for (FileChange change : changes) {
            told.add(
                    "%s: %s -> %s"
                            .formatted(change.path(), told(change.before()), told(change.after())));
        }
    }

    private static String told(FileState state) throws IOException {
        return switch (state) {
            case FileState.Absent _ -> "none";
            case FileState.Link(String target) -> "link to " + target;
            case FileState.Directory _ -> "directory";
            case FileState.File file -> text(file.data().bytes());
        };
    }

    private static String text(Bytes content) {
        return content.size() > 100
                ? content.size() + " bytes"
                : content.text(StandardCharsets.UTF_8).strip();
    }
}
