package dev.deft.search.walk;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Tasks that create more tasks: last in, first out, which keeps few directories open.
public final class WorkStack<T> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<T> waiting = new ArrayDeque<>();
    private int unfinished;
    private int idle;

    void push(T task) {
        lock.lock();
        try {
            waiting.push(task);
            unfinished++;
            if (idle > 0) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    public void pushAll(Collection<T> tasks) {
        tasks.forEach(this::push);
    }

    /// Takes a task, waiting while others may still add one; empty when all work is done.
    public Optional<T> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && unfinished > 0) {
                idle++;
                try {
                    changed.await();
                } finally {
                    idle--;
                }
            }
            return Optional.ofNullable(waiting.poll());
        } finally {
            lock.unlock();
        }
    }

    /// Marks a taken task as done, after everything it creates was pushed.
    public void finished() {
        lock.lock();
        try {
            if (--unfinished == 0) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Wakes all waiting threads and returns the tasks nobody will run.
    public Collection<T> abandon() {
        lock.lock();
        try {
            unfinished -= waiting.size();
            var left = new ArrayDeque<T>(waiting);
            waiting.clear();
            changed.signalAll();
            return left;
        } finally {
            lock.unlock();
        }
    }
}
