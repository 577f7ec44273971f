package dev.deft.app.agent;

import dev.deft.agent.loop.RunEvent;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// Passes events on one at a time. What a call says about itself after it has ended is not passed
/// on: that news travels on its own thread and may come late.
final class InOrder implements Consumer<RunEvent> {

    private final Consumer<RunEvent> onlooker;
    private final Set<String> running = new HashSet<>();

    InOrder(Consumer<RunEvent> onlooker) {
        this.onlooker = onlooker;
    }

    @Override
    public synchronized void accept(RunEvent event) {
        if (event instanceof RunEvent.ToolCall call) {
            running.add(call.id());
        }
        if (event instanceof RunEvent.ToolResult result) {
            running.remove(result.id());
        }
        boolean late =
                event instanceof RunEvent.ToolProgress progress && !running.contains(progress.id());
        if (!late) {
            onlooker.accept(event);
        }
    }
}
