package dev.deft.process.output;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/// Output pipes that wait for the next command.
public final class OutputPipePool {

    private static final int MAX_IDLE = 4;

    private final Deque<OutputPipes> idle = new ArrayDeque<>();
    private boolean closed;

    public OutputPipes take() throws IOException {
        synchronized (idle) {
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        return OutputPipes.open(this);
    }

    void release(OutputPipes pipes) {
        synchronized (idle) {
            if (!closed && idle.size() < MAX_IDLE && pipes.isFree()) {
                idle.push(pipes);
                return;
            }
        }
        pipes.close();
    }

    public void close() {
        synchronized (idle) {
            closed = true;
            idle.forEach(OutputPipes::close);
            idle.clear();
        }
    }
}
