package dev.deft.mcp.client.transport;

import dev.deft.json.Json;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// How one request ended. The first report counts.
final class AnswerSlot {

    private final BlockingQueue<Outcome> outcome = new ArrayBlockingQueue<>(1);

    private sealed interface Outcome {

        record Answered(Json result) implements Outcome {}

        record Refused(RpcError error) implements Outcome {}

        record Lost(IOException why) implements Outcome {}
    }

    void answered(Json result) {
        outcome.offer(new Outcome.Answered(result));
    }

    void refused(RpcError error) {
        outcome.offer(new Outcome.Refused(error));
    }

    void lost(IOException why) {
        outcome.offer(new Outcome.Lost(why));
    }

    boolean isDone() {
        return !outcome.isEmpty();
    }

    /// Waits for the end; empty if it did not come in time.
    Optional<Json> await(Duration timeout) throws RpcException, IOException, InterruptedException {
        Outcome end = outcome.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        return switch (end) {
            case null -> Optional.empty();
            case Outcome.Answered(Json result) -> Optional.of(result);
            case Outcome.Refused(RpcError error) -> throw new RpcException(error);
            case Outcome.Lost(IOException why) -> throw why;
        };
    }
}
