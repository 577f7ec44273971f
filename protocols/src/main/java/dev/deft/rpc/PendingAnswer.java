package dev.deft.rpc;

import dev.deft.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The answer that a sender waits for. The first one counts.
final class PendingAnswer {

    private final CountDownLatch arrived = new CountDownLatch(1);
    private Optional<Json> result = Optional.empty();
    private Optional<RpcError> error = Optional.empty();
    private boolean claimed;
    private boolean withdrawn;

    /// The request is about to be written.
    ///
    /// @return false if nobody waits for its answer any more: then it must not be written
    synchronized boolean claim() {
        claimed = !withdrawn;
        return claimed;
    }

    /// Nobody waits for the answer any more.
    ///
    /// @return whether the peer gets the request all the same, or has it
    synchronized boolean withdraw() {
        withdrawn = true;
        return claimed;
    }

    synchronized void set(Json value) {
        if (arrived.getCount() > 0) {
            result = Optional.of(value);
            arrived.countDown();
        }
    }

    synchronized void fail(RpcError reason) {
        if (arrived.getCount() > 0) {
            error = Optional.of(reason);
            arrived.countDown();
        }
    }

    /// The connection has ended.
    synchronized void lose() {
        arrived.countDown();
    }

    boolean await(Duration timeout) throws InterruptedException {
        return arrived.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// After [#await] returned true.
    synchronized Json result(Supplier<? extends IOException> lost)
            throws RpcException, IOException {
        if (error.isPresent()) {
            throw new RpcException(error.get());
        }
        return result.orElseThrow(lost);
    }
}
