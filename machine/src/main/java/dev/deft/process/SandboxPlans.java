package dev.deft.process;

import dev.deft.sandbox.WorkspaceLook.Found;
import java.util.Optional;
import java.util.function.Function;

/// The plan of the sandboxes of a session, made anew when something in it has changed.
///
/// @param <S> what the plan is made from
final class SandboxPlans<S> {

    private final Function<Found, Made<S>> maker;
    private Optional<Known<S>> known = Optional.empty();

    SandboxPlans(Function<Found, Made<S>> maker) {
        this.maker = maker;
    }

    /// A plan, and what it was made from.
    record Made<S>(S sandbox, SandboxPlan plan) {}

    private record Known<S>(Found found, Made<S> made) {}

    /// The plan for a workspace as it is now.
    synchronized Made<S> of(Found found) {
        Optional<Known<S>> current =
                known.filter(it -> it.found().equals(found) && it.made().plan().holds());
        if (current.isEmpty()) {
            current = Optional.of(new Known<>(found, maker.apply(found)));
            known = current;
        }
        return current.get().made();
    }

    /// Has the plan made anew in any case.
    synchronized void forget() {
        known = Optional.empty();
    }
}
