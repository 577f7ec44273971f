package dev.deft.agent.loop;

import java.util.concurrent.locks.ReentrantLock;

/// Guards the conversation of an [AgentLoop]. A run has it from its begin to its end; who only
/// looks at the conversation, or reads it again, has it for a moment.
final class ConversationLock {

    private final ReentrantLock runs = new ReentrantLock(true);
    private final ReentrantLock content = new ReentrantLock();

    /// Waits for the run before. An interrupted thread does not wait for it; if there is none, it
    /// begins, so that its run can tell that it was interrupted.
    void beginRun() throws InterruptedException {
        if (runs.hasQueuedThreads() || !runs.tryLock()) {
            runs.lockInterruptibly();
        }
        content.lock();
    }

    void endRun() {
        content.unlock();
        runs.unlock();
    }

    /// Waits until the conversation can be read.
    void beginReading() {
        content.lock();
    }

    /// Does not wait: false while a run is going on another thread.
    boolean tryReading() {
        return content.tryLock();
    }

    void endReading() {
        content.unlock();
    }
}
