package dev.deft.server.chat;

import dev.deft.agent.loop.RunEvent;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The text of a run, as it comes, for a client that may be slower: what it has not taken yet is
/// joined, so that there is never more than the answer. The texts of several steps are paragraphs.
final class ChatText {

    private static final String PARAGRAPH = "\n\n";

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final StringBuilder waiting = new StringBuilder();
    private final StringBuilder all = new StringBuilder();
    private boolean newStep;
    private boolean ended;

    void accept(RunEvent event) {
        if (event instanceof RunEvent.Text(String delta)) {
            add(delta);
        } else if (event instanceof RunEvent.ToolCall) {
            lock.lock();
            try {
                newStep = true;
            } finally {
                lock.unlock();
            }
        }
    }

    private void add(String delta) {
        lock.lock();
        try {
            if (newStep && !all.isEmpty()) {
                waiting.append(PARAGRAPH);
                all.append(PARAGRAPH);
            }
            newStep = false;
            waiting.append(delta);
            all.append(delta);
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// No more text comes.
    void end() {
        lock.lock();
        try {
            ended = true;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The next piece; empty after the last one.
    Optional<String> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && !ended) {
                more.await();
            }
            if (waiting.isEmpty()) {
                return Optional.empty();
            }
            String piece = waiting.toString();
            waiting.setLength(0);
            return Optional.of(piece);
        } finally {
            lock.unlock();
        }
    }

    /// Everything so far.
    String all() {
        lock.lock();
        try {
            return all.toString();
        } finally {
            lock.unlock();
        }
    }
}
