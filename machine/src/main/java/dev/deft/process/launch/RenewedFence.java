package dev.deft.process.launch;

import dev.deft.sandbox.LandlockFence;
import dev.deft.sandbox.WorkspaceView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A Landlock ruleset that is rebuilt when the workspace view changes.
final class RenewedFence {

    private final Maker maker;
    private final List<LandlockFence> all = new ArrayList<>();
    private WorkspaceView view;

    RenewedFence(WorkspaceView view, Maker maker) throws IOException {
        this.maker = maker;
        this.view = view;
        all.add(maker.around(view));
    }

    @FunctionalInterface
    interface Maker {

        LandlockFence around(WorkspaceView view) throws IOException;
    }

    synchronized LandlockFence current() {
        return all.getLast();
    }

    /// Rebuilds the ruleset if the view has changed.
    ///
    /// @return whether processes started under the previous ruleset are outdated
    synchronized boolean renew(WorkspaceView now) throws IOException {
        if (now.equals(view)) {
            return false;
        }
        all.add(maker.around(now));
        view = now;
        return true;
    }

    /// Older rulesets may still be in use by starting threads.
    synchronized void close() {
        all.forEach(LandlockFence::close);
        all.clear();
    }
}
