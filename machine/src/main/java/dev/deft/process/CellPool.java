package dev.deft.process;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Warm sandboxes that are all alike, one for each command that runs at the same time.
final class CellPool {

    private final Deque<Cell> idle = new ArrayDeque<>();
    private final Set<Cell> all = new HashSet<>();
    private boolean closed;

    /// Takes a new one in.
    synchronized Cell add(Cell cell) throws HostException {
        if (closed) {
            cell.close();
            throw new HostException(ErrorCode.ABORTED, "The session is over.");
        }
        all.add(cell);
        return cell;
    }

    /// One that has nothing to do.
    synchronized Optional<Cell> take() {
        while (!idle.isEmpty()) {
            Cell cell = idle.pop();
            if (cell.usable()) {
                return Optional.of(cell);
            }
            all.remove(cell);
        }
        return Optional.empty();
    }

    /// Takes one back for the next command, if it is fit for that.
    synchronized void release(Cell cell) {
        if (cell.usable() && !closed) {
            idle.push(cell);
        } else {
            retire(cell);
        }
    }

    /// Ends one.
    synchronized void retire(Cell cell) {
        all.remove(cell);
        cell.close();
    }

    /// Ends those that have nothing to do: they are not as they should be any more.
    synchronized void retireIdle() {
        idle.forEach(Cell::close);
        all.removeAll(idle);
        idle.clear();
    }

    /// Ends all of them, and waits until their jobs are seen to.
    void close() {
        List<Cell> last;
        synchronized (this) {
            closed = true;
            last = List.copyOf(all);
            idle.clear();
            all.clear();
        }
        last.forEach(Cell::close);
        last.forEach(Cell::awaitJob);
    }
}
