package dev.deft.process.pool;

import dev.deft.sandbox.WorkspaceScan.Found;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// Caches the sandbox plan of a session, and rebuilds it when something in it has changed.
///
/// @param <S> what the plan is built from
final class SandboxPlans<S> {

    private final Supplier<OutsideView> views;
    private final BiFunction<Found, OutsideView, Made<S>> maker;
    private Optional<Known<S>> known = Optional.empty();

    /// @param views scans the machine
    SandboxPlans(Supplier<OutsideView> views, BiFunction<Found, OutsideView, Made<S>> maker) {
        this.views = views;
        this.maker = maker;
    }

    /// A plan, and what it was built from.
    record Made<S>(S sandbox, SandboxPlan plan) {}

    private record Known<S>(Found found, OutsideView view, Made<S> made) {}

    /// The plan for the current state of the workspace.
    synchronized Made<S> of(Found found) {
        Optional<Known<S>> current =
                known.filter(it -> it.found().equals(found) && it.made().plan().holds());
        if (current.isEmpty()) {
            OutsideView view = known.map(Known::view).filter(OutsideView::holds).orElseGet(views);
            current = Optional.of(new Known<>(found, view, maker.apply(found, view)));
            known = current;
        }
        return current.get().made();
    }

    /// Clears the cache.
    synchronized void forget() {
        known = Optional.empty();
    }
}
