package dev.deft.os.change;

import java.io.IOException;
import java.util.List;

/// Records what the commands of one call changed, so that it can be undone.
public interface CommandChangeRecorder {

    /// Applies changes that were made in an overlay: all or none.
    ///
    /// @throws dev.deft.host.HostException a conflict, if a file has changed in the meantime
    void keep(List<FileChange> changes) throws IOException, InterruptedException;

    /// Records changes that have already been made.
    void note(List<FileChange> changes) throws IOException, InterruptedException;
}
