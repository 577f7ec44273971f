package dev.deft.engine;

import dev.deft.agent.loop.RunEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Passes events on one at a time, those of a run between its first and its last.
///
/// What a call says about itself after it has ended is not passed on: that news travels on its own
/// thread and may come late. What there is to say while no run is under way, such as a warning
/// about what was set up, waits for the next one to begin.
final class InOrder implements Consumer<RunEvent> {

    private final Consumer<RunEvent> onlooker;
    private final Set<String> running = new HashSet<>();
    private final List<RunEvent> early = new ArrayList<>();
    private boolean begun;

    InOrder(Consumer<RunEvent> onlooker) {
        this.onlooker = onlooker;
    }

    @Override
    public synchronized void accept(RunEvent event) {
        if (event instanceof RunEvent.Session) {
            begun = true;
            onlooker.accept(event);
            early.forEach(onlooker);
            early.clear();
            return;
        }
        if (event instanceof RunEvent.ToolCall call) {
            running.add(call.id());
        }
        if (event instanceof RunEvent.ToolResult result) {
            running.remove(result.id());
        }
        boolean late =
                event instanceof RunEvent.ToolProgress progress && !running.contains(progress.id());
        if (late) {
            return;
        }
        if (begun) {
            onlooker.accept(event);
        } else {
            early.add(event);
        }
        if (event instanceof RunEvent.Ended) {
            begun = false;
        }
    }
}
