package dev.deft.process.launch;

import dev.deft.sandbox.LandlockFence;
import dev.deft.sandbox.WorkspaceView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A fence of Landlock that is put up anew when something else is to be seen behind it.
final class RenewedFence {

    private final Maker maker;
    private final List<LandlockFence> all = new ArrayList<>();
    private WorkspaceView view;

    RenewedFence(WorkspaceView view, Maker maker) throws IOException {
        this.maker = maker;
        this.view = view;
        all.add(maker.around(view));
    }

    /// Puts up a fence.
    @FunctionalInterface
    interface Maker {

        LandlockFence around(WorkspaceView view) throws IOException;
    }

    synchronized LandlockFence current() {
        return all.getLast();
    }

    /// Puts up another one, where need be.
    ///
    /// @return whether what was started behind the last one is of no use any more
    synchronized boolean renew(WorkspaceView now) throws IOException {
        if (now.equals(view)) {
            return false;
        }
        all.add(maker.around(now));
        view = now;
        return true;
    }

    /// An older one may still be entered when there is a newer.
    synchronized void close() {
        all.forEach(LandlockFence::close);
        all.clear();
    }
}
