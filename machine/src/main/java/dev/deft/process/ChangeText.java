package dev.deft.process;

import dev.deft.os.DisplayPaths;
import dev.deft.os.change.FileChange;
import java.io.IOException;
import java.util.List;

/// Tells whoever approves a command what it would change.
@FunctionalInterface
public interface ChangeText {

    /// Names the paths and no more.
    static ChangeText paths() {
        return (changes, _) ->
                DisplayPaths.of(changes.stream().map(FileChange::path).toList()) + "\n";
    }

    /// As much of it as fits.
    String of(List<FileChange> changes, int mostBytes) throws IOException;
}
