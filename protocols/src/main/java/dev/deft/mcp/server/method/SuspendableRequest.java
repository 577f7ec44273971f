package dev.deft.mcp.server.method;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.InputRequest;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A request that may be suspended: it works on a thread of its own, which waits while the client
/// is asked; the thread of each message from the client waits for the end or the next question.
final class SuspendableRequest {

    private static final System.Logger LOG = System.getLogger(SuspendableRequest.class.getName());

    private final ReentrantLock asking = new ReentrantLock(true);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final long limitMillis;
    private Optional<Thread> worker = Optional.empty();
    private Map<String, InputRequest> questions = Map.of();
    private Map<String, Json.Obj> answers = Map.of();
    private Optional<Outcome> outcome = Optional.empty();
    private int round;

    SuspendableRequest(long limitMillis) {
        this.limitMillis = limitMillis;
    }

    /// What a message from the client is answered with.
    sealed interface Outcome {

        /// The request is answered.
        record Done(Json.Obj result) implements Outcome {}

        /// The request failed.
        record Failed(RpcException why) implements Outcome {}

        /// The client is asked.
        record Asked(int round, Map<String, InputRequest> questions) implements Outcome {}
    }

    /// Answers a request.
    interface Work {

        Json.Obj run() throws RpcException, IOException, InterruptedException;
    }

    Outcome start(Work work) throws InterruptedException {
        Thread thread = Thread.ofVirtual().name("mcp-request").unstarted(() -> run(work));
        worker = Optional.of(thread);
        thread.start();
        return await(0);
    }

    private void run(Work work) {
        Outcome end;
        try {
            end = new Outcome.Done(work.run());
        } catch (RpcException e) {
            end = new Outcome.Failed(e);
        } catch (IOException e) {
            end = failed(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            end = failed("The request was interrupted.");
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a request failed", e);
            end = failed("An error inside Deft.");
        }
        lock.lock();
        try {
            outcome = Optional.of(end);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static Outcome failed(String why) {
        return new Outcome.Failed(new RpcException(RpcError.of(RpcError.INTERNAL_ERROR, why)));
    }

    /// Waits for the end, or for a question after a round. An interrupt cancels the request.
    private Outcome await(int after) throws InterruptedException {
        lock.lock();
        try {
            while (outcome.isEmpty() && (questions.isEmpty() || round <= after)) {
                changed.await();
            }
            return outcome.isPresent() ? outcome.get() : new Outcome.Asked(round, questions);
        } catch (InterruptedException e) {
            cancel();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /// Suspends the request, on one of its threads, until the client has answered.
    ///
    /// @throws HostException if it does not come back in time
    Map<String, Json.Obj> ask(Map<String, InputRequest> requests)
            throws IOException, InterruptedException {
        asking.lockInterruptibly();
        lock.lock();
        try {
            round++;
            questions = Map.copyOf(requests);
            answers = Map.of();
            changed.signalAll();
            long left = TimeUnit.MILLISECONDS.toNanos(limitMillis);
            while (answers.isEmpty()) {
                if (left <= 0) {
                    throw new HostException(
                            ErrorCode.REFUSED, "The client did not answer in time.");
                }
                left = changed.awaitNanos(left);
            }
            return answers;
        } finally {
            questions = Map.of();
            lock.unlock();
            asking.unlock();
        }
    }

    /// Goes on with the answers of the client.
    ///
    /// @param given by name; names that were not asked for are ignored
    /// @return empty if the request does not wait for this round
    Optional<Outcome> resume(int answered, Map<String, Json.Obj> given, Runnable before)
            throws InterruptedException {
        lock.lock();
        try {
            if (questions.isEmpty() || answered != round || !answers.isEmpty()) {
                return Optional.empty();
            }
            before.run();
            if (!given.keySet().containsAll(questions.keySet())) {
                return Optional.of(new Outcome.Asked(round, questions));
            }
            Map<String, Json.Obj> taken = new HashMap<>(given);
            taken.keySet().retainAll(questions.keySet());
            answers = Map.copyOf(taken);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        return Optional.of(await(answered));
    }

    void cancel() {
        worker.ifPresent(Thread::interrupt);
    }
}
