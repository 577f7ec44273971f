package dev.deft.process;

import dev.deft.os.ChangeKeeper;
import dev.deft.os.FileChange;
import dev.deft.os.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes the changes of commands in the workspace, and remembers them.
final class Changed implements ChangeKeeper {

    private final Path root;
    final List<FileChange> kept = new ArrayList<>();
    final List<FileChange> noted = new ArrayList<>();
    final List<String> unkept = new ArrayList<>();

    Changed(Path root) {
        this.root = root;
    }

    @Override
    public void keep(List<FileChange> changes) throws IOException, InterruptedException {
        kept.addAll(changes);
        var wanted = new LinkedHashMap<String, dev.deft.os.FileState>();
        changes.forEach(it -> wanted.put(it.path(), it.after()));
        try (var workspace = Workspace.open(root.toString(), Map.of())) {
            workspace.change(
                    List.copyOf(wanted.keySet()), _ -> wanted, dev.deft.os.ChangeRecorder.NONE);
        }
    }

    @Override
    public void note(List<FileChange> changes) {
        noted.addAll(changes);
    }

    @Override
    public void unkept(String path, long size) {
        unkept.add(path);
    }
}
