package dev.deft.server.listener;

import dev.deft.server.http.Problem;
import dev.deft.server.wire.IncomingBody;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/// Holds the bodies of requests in memory, never more than fit.
final class BodyBudget {

    /// The least that is counted for a body, and the step in which one of unknown length grows.
    private static final int STEP = 64 * 1024;

    private final Semaphore steps;

    BodyBudget(int bytes) {
        this.steps = new Semaphore(Math.max(1, bytes / STEP));
    }

    /// What is done with a body while it is in memory.
    interface Use<T> {

        T with(byte[] body) throws IOException, InterruptedException;
    }

    <T> T read(IncomingBody body, Use<T> use) throws IOException, InterruptedException {
        if (body.isEmpty()) {
            return use.with(new byte[0]);
        }
        int taken = 0;
        try {
            var bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[8 * 1024];
            for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
                while (bytes.size() + count > taken * STEP) {
                    take();
                    taken++;
                }
                bytes.write(buffer, 0, count);
            }
            return use.with(bytes.toByteArray());
        } finally {
            steps.release(taken);
        }
    }

    private void take() throws IOException {
        if (!steps.tryAcquire()) {
            throw Problem.unavailable(
                            "The server holds too many large requests at once; try again later.")
                    .exception();
        }
    }
}
