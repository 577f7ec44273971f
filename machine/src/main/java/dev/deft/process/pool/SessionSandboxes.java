package dev.deft.process.pool;

import dev.deft.process.job.LaunchRequest;
import dev.deft.process.job.StandardInput;
import dev.deft.run.Mode;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The sandboxes in which the commands of one session run, all in the same mode.
///
/// The pool guards what it holds; whoever has several commands at a time may call it from several
/// threads.
final class SessionSandboxes {

    private final SandboxPool pool;
    private final Mode mode;
    private final Set<WarmSandbox> cells = new HashSet<>();
    private Optional<SandboxPlan> current = Optional.empty();
    private boolean closed;

    SessionSandboxes(SandboxPool pool, Mode mode) {
        this.pool = pool;
        this.mode = mode;
    }

    Mode mode() {
        return mode;
    }

    /// Makes sure that a sandbox of a plan can be made.
    ///
    /// @throws IOException with the reason, when it cannot
    void tryOut(SandboxPlan plan) throws IOException, InterruptedException {
        pool.tryOut(this, plan);
    }

    /// A sandbox for the next command: one that waits, else a new one.
    WarmSandbox take(SandboxPlan plan) throws IOException, InterruptedException {
        Optional<WarmSandbox> waiting = pool.take(this, plan);
        WarmSandbox cell = waiting.isPresent() ? waiting.get() : fresh(plan);
        pool.expectMore(this, plan);
        return cell;
    }

    /// A new sandbox.
    WarmSandbox fresh(SandboxPlan plan) throws IOException, InterruptedException {
        return fresh(plan, StandardInput.of(LaunchRequest.Stdin.TYPED));
    }

    /// A new sandbox for one command.
    ///
    /// @param typed what it reads, or its terminal
    WarmSandbox fresh(SandboxPlan plan, StandardInput typed)
            throws IOException, InterruptedException {
        return pool.opened(this, plan.open(typed));
    }

    /// Takes a sandbox back after a command.
    void release(WarmSandbox cell, SandboxPlan plan) {
        pool.release(this, cell, plan);
    }

    /// Ends a sandbox.
    void retire(WarmSandbox cell) {
        pool.retire(this, cell);
    }

    /// Ends all of them, and waits until their jobs are seen to.
    void close() {
        pool.close(this);
    }

    /// The plan of the next command. For the pool alone, as is all that follows.
    ///
    /// @return whether it is another one than before
    boolean plans(SandboxPlan plan) {
        if (uses(plan)) {
            return false;
        }
        current = Optional.of(plan);
        return true;
    }

    boolean uses(SandboxPlan plan) {
        return current.filter(it -> it.isLike(plan)).isPresent();
    }

    void add(WarmSandbox cell) {
        cells.add(cell);
    }

    void remove(WarmSandbox cell) {
        cells.remove(cell);
    }

    boolean isClosed() {
        return closed;
    }

    /// Ends it.
    ///
    /// @return what is to be closed
    List<WarmSandbox> end() {
        closed = true;
        List<WarmSandbox> last = List.copyOf(cells);
        cells.clear();
        return last;
    }
}
