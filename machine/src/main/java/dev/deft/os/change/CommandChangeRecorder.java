package dev.deft.os.change;

import java.io.IOException;
import java.util.List;

/// Takes over what the commands of one call changed, so that it can be undone.
public interface CommandChangeRecorder {

    /// Makes changes that were prepared aside: all or none.
    ///
    /// @throws dev.deft.host.HostException a conflict, when something is not as it was before
    void keep(List<FileChange> changes) throws IOException, InterruptedException;

    /// Notes changes that have taken place.
    void note(List<FileChange> changes) throws IOException, InterruptedException;
}
