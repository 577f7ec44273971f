package dev.deft.app.interactive;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Runs everything that changes the screen on one thread, and draws after it: at once after a key,
/// otherwise at a bounded rate.
final class UiLoop {

    /// The shortest time between two drawings that no key caused.
    private static final long FRAME_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    /// How often a screen is drawn on which something moves.
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(120);

    /// How many tasks run before the screen is drawn, so that a flood cannot starve it.
    private static final int MOST_AT_ONCE = 2_000;

    private final LinkedBlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
    private boolean over;

    private record Task(Runnable action, boolean urgent) {}

    /// Runs an action on the thread of the loop, and draws soon. May be called on any thread.
    void post(Runnable action) {
        tasks.add(new Task(action, false));
    }

    /// The same for a key: its effect is drawn at once.
    void postKey(Runnable action) {
        tasks.add(new Task(action, true));
    }

    /// Ends the loop after the current action. Only called on its thread.
    void end() {
        over = true;
    }

    /// Runs until [#end].
    ///
    /// @param moving whether something on the screen changes with time
    void run(Runnable draw, BooleanSupplier moving) throws InterruptedException {
        long drawn = System.nanoTime();
        draw.run();
        boolean changed = false;
        while (!over) {
            long since = System.nanoTime() - drawn;
            Task next = next(changed, moving.getAsBoolean(), since);
            boolean urgent = next != null && work(next);
            changed |= next != null || moving.getAsBoolean();
            boolean due = System.nanoTime() - drawn >= FRAME_NANOS;
            if (changed && (urgent || due) && !over) {
                draw.run();
                drawn = System.nanoTime();
                changed = false;
            }
        }
    }

    /// Waits for a task as long as nothing has to be drawn.
    @SuppressWarnings("NullAway") // `poll` says with null that nothing came
    private Task next(boolean changed, boolean moving, long since) throws InterruptedException {
        if (changed) {
            return tasks.poll(Math.max(0, FRAME_NANOS - since), TimeUnit.NANOSECONDS);
        }
        return moving
                ? tasks.poll(Math.max(0, TICK_NANOS - since), TimeUnit.NANOSECONDS)
                : tasks.take();
    }

    /// Runs a task and those that wait behind it.
    ///
    /// @return whether one of them was a key
    private boolean work(Task first) {
        boolean urgent = first.urgent();
        first.action().run();
        for (int i = 0; i < MOST_AT_ONCE && !over; i++) {
            Task task = tasks.poll();
            if (task == null) {
                break;
            }
            urgent |= task.urgent();
            task.action().run();
        }
        return urgent;
    }
}
