package dev.deft.process;

import dev.deft.os.DisplayPaths;
import dev.deft.os.change.FileChange;
import java.io.IOException;
import java.util.List;

/// Describes the changes of a dry run to whoever approves the command.
@FunctionalInterface
public interface ChangeText {

    /// Lists only the paths.
    static ChangeText paths() {
        return (changes, _) ->
                DisplayPaths.of(changes.stream().map(FileChange::path).toList()) + "\n";
    }

    /// Describes the changes in at most this many bytes.
    String of(List<FileChange> changes, int mostBytes) throws IOException;
}
