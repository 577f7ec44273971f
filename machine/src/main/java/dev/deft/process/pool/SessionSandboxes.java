package dev.deft.process.pool;

import dev.deft.process.job.LaunchRequest;
import dev.deft.process.job.StandardInput;
import dev.deft.run.Mode;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The sandboxes for the commands of one session in one mode.
///
/// The pool guards its state, so several threads may call it.
final class SessionSandboxes {

    private final SandboxPool pool;
    private final Mode mode;
    private final Set<WarmSandbox> sandboxes = new HashSet<>();
    private Optional<SandboxPlan> current = Optional.empty();
    private boolean closed;

    SessionSandboxes(SandboxPool pool, Mode mode) {
        this.pool = pool;
        this.mode = mode;
    }

    Mode mode() {
        return mode;
    }

    /// Makes sure that sandboxes of this plan work.
    ///
    /// @throws IOException if they do not, with the reason
    void ensureWorks(SandboxPlan plan) throws IOException, InterruptedException {
        pool.ensureWorks(this, plan);
    }

    /// A sandbox for the next command: an idle one, or a new one.
    WarmSandbox take(SandboxPlan plan) throws IOException, InterruptedException {
        Optional<WarmSandbox> idle = pool.take(this, plan);
        WarmSandbox sandbox = idle.isPresent() ? idle.get() : create(plan);
        pool.prepareSpare(this, plan);
        return sandbox;
    }

    WarmSandbox create(SandboxPlan plan) throws IOException, InterruptedException {
        return create(plan, StandardInput.of(LaunchRequest.Stdin.INTERACTIVE));
    }

    /// A new sandbox for one command.
    ///
    /// @param stdin its standard input, or its terminal
    WarmSandbox create(SandboxPlan plan, StandardInput stdin)
            throws IOException, InterruptedException {
        return pool.register(this, plan.open(stdin));
    }

    /// Returns a sandbox after a command.
    void release(WarmSandbox sandbox, SandboxPlan plan) {
        pool.release(this, sandbox, plan);
    }

    /// Ends a sandbox.
    void retire(WarmSandbox sandbox) {
        pool.retire(this, sandbox);
    }

    /// Ends all sandboxes and waits for their jobs.
    void close() {
        pool.close(this);
    }

    /// Sets the plan of the next command. This and all methods below are for the pool only.
    ///
    /// @return whether the plan has changed
    boolean usePlan(SandboxPlan plan) {
        if (uses(plan)) {
            return false;
        }
        current = Optional.of(plan);
        return true;
    }

    boolean uses(SandboxPlan plan) {
        return current.filter(it -> it.matches(plan)).isPresent();
    }

    void add(WarmSandbox sandbox) {
        sandboxes.add(sandbox);
    }

    void remove(WarmSandbox sandbox) {
        sandboxes.remove(sandbox);
    }

    boolean isClosed() {
        return closed;
    }

    /// Closes it.
    ///
    /// @return the sandboxes to close
    List<WarmSandbox> markClosed() {
        closed = true;
        List<WarmSandbox> last = List.copyOf(sandboxes);
        sandboxes.clear();
        return last;
    }
}
