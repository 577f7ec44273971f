package dev.deft.process.launch;

import dev.deft.sandbox.LandlockRuleset;
import dev.deft.sandbox.WorkspaceView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A Landlock ruleset that is rebuilt when the workspace view changes.
final class CurrentRuleset {

    private final Factory factory;
    private final List<LandlockRuleset> all = new ArrayList<>();
    private WorkspaceView view;

    CurrentRuleset(WorkspaceView view, Factory maker) throws IOException {
        this.factory = maker;
        this.view = view;
        all.add(maker.create(view));
    }

    @FunctionalInterface
    interface Factory {

        LandlockRuleset create(WorkspaceView view) throws IOException;
    }

    synchronized LandlockRuleset current() {
        return all.getLast();
    }

    /// Rebuilds the ruleset if the view has changed.
    ///
    /// @return whether processes started under the previous ruleset are outdated
    synchronized boolean update(WorkspaceView now) throws IOException {
        if (now.equals(view)) {
            return false;
        }
        all.add(factory.create(now));
        view = now;
        return true;
    }

    /// Older rulesets may still be in use by starting threads.
    synchronized void close() {
        all.forEach(LandlockRuleset::close);
        all.clear();
    }
}
