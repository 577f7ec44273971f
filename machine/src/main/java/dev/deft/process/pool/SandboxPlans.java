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
    private final BiFunction<Found, OutsideView, Planned<S>> planner;
    private Optional<Cached<S>> cached = Optional.empty();

    /// @param views scans the machine
    SandboxPlans(Supplier<OutsideView> views, BiFunction<Found, OutsideView, Planned<S>> maker) {
        this.views = views;
        this.planner = maker;
    }

    /// A plan, and what it was built from.
    record Planned<S>(S sandbox, SandboxPlan plan) {}

    private record Cached<S>(Found found, OutsideView view, Planned<S> planned) {}

    /// The plan for the current state of the workspace.
    synchronized Planned<S> of(Found found) {
        Optional<Cached<S>> current =
                cached.filter(it -> it.found().equals(found) && it.planned().plan().isCurrent());
        if (current.isEmpty()) {
            OutsideView view =
                    cached.map(Cached::view).filter(OutsideView::isCurrent).orElseGet(views);
            current = Optional.of(new Cached<>(found, view, planner.apply(found, view)));
            cached = current;
        }
        return current.get().planned();
    }

    /// Clears the cache.
    synchronized void clear() {
        cached = Optional.empty();
    }
}
