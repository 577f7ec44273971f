package dev.deft.engine.files;

import dev.deft.os.change.FileChange;
import dev.deft.process.ChangeText;
import java.io.IOException;
import java.util.List;

/// Shows what a command would change as diffs. It is a class because a lambda would cost time at
/// every start.
public record ChangeDiffs() implements ChangeText {

    @Override
    public String of(List<FileChange> changes, int mostBytes) throws IOException {
        return ChangeView.head(changes, mostBytes);
    }
}
