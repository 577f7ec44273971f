package dev.deft.server.live;

import dev.deft.agent.context.ContextUse;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunEventJson;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.engine.Session;
import dev.deft.engine.session.RunEvents;
import dev.deft.json.Json;
import dev.deft.server.http.Problem;
import dev.deft.server.store.Cluster;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/// One session that is open on this server, and the thread that runs its agent. Thread-safe.
final class LiveSession {

    private final SessionRef ref;
    private final Session session;
    private final Model model;
    private final ServerApprover approver;
    private final Parts parts;
    private final RunEvents.Subscription listening;
    private Optional<Cluster.AtWork> note = Optional.empty();
    private int working;
    private int users;
    private Optional<Thread> driver = Optional.empty();
    private boolean running;
    private boolean closed;
    private final CountDownLatch ended = new CountDownLatch(1);
    private long idleSince = System.nanoTime();

    /// What it needs of the server.
    ///
    /// @param changed is told when its state changes
    /// @param notices receives sentences for people
    record Parts(
            Cluster cluster, ObservedStores stores, Runnable changed, Consumer<String> notices) {}

    LiveSession(
            SessionRef ref, Session session, Model model, ServerApprover approver, Parts parts) {
        this.ref = ref;
        this.session = session;
        this.model = model;
        this.approver = approver;
        this.parts = parts;
        this.listening = session.listen(this::happened);
    }

    Session session() {
        return session;
    }

    ServerApprover approver() {
        return approver;
    }

    private void happened(RunEvent event) {
        if (event instanceof RunEvent.Session && begins()) {
            enter();
        }
        parts.stores().moment(ref, shown(event));
        if (event instanceof RunEvent.Ended) {
            endRun();
        } else if (event instanceof RunEvent.TokenUsage || event instanceof RunEvent.Session) {
            parts.changed().run();
        }
    }

    /// A run that goes on with another agent begins twice and ends once.
    private synchronized boolean begins() {
        boolean first = !running;
        running = true;
        return first;
    }

    private synchronized boolean ends() {
        boolean first = running;
        running = false;
        return first;
    }

    /// The entry of a result was stored just before; it is not sent twice.
    private static Json.Obj shown(RunEvent event) {
        Json.Obj json = RunEventJson.write(event);
        return event instanceof RunEvent.ToolResult ? json.without("result") : json;
    }

    /// Something begins that has to go on should the server die.
    private void enter() {
        synchronized (this) {
            working++;
            if (note.isEmpty()) {
                try {
                    note = Optional.of(parts.cluster().atWork(ref));
                } catch (IOException e) {
                    parts.notices()
                            .accept(
                                    "The session %s would not go on after a crash: %s"
                                            .formatted(ref.session(), e.getMessage()));
                }
            }
        }
    }

    private void leave() {
        synchronized (this) {
            working--;
            idleSince = System.nanoTime();
            if (working == 0 && !closed) {
                forget();
            }
        }
        parts.changed().run();
    }

    private void forget() {
        try {
            if (note.isPresent()) {
                note.get().close();
                note = Optional.empty();
            }
        } catch (IOException e) {
            parts.notices().accept("A note about work cannot be removed: " + e.getMessage());
        }
    }

    /// Gives the agent a message, which is durable when this returns.
    ///
    /// @return whether it waits for the current run
    boolean send(Message.User message, String source) throws IOException {
        enter();
        boolean waits;
        try {
            session.queue(message, source);
            waits = drive(Optional.empty());
        } finally {
            leave();
        }
        parts.changed().run();
        return waits;
    }

    /// Goes on with what was unfinished when its server died.
    void goOn() throws IOException {
        enter();
        try {
            boolean _ = drive(session.interrupted());
        } finally {
            leave();
        }
    }

    /// Lets one thread run what waits; true if it runs already.
    private synchronized boolean drive(Optional<RunOutcome> before) {
        if (driver.isPresent()) {
            return true;
        }
        enter();
        Thread thread =
                Thread.ofVirtual().name("session " + ref.session()).unstarted(() -> work(before));
        driver = Optional.of(thread);
        thread.start();
        return false;
    }

    private void work(Optional<RunOutcome> before) {
        try {
            if (before.isPresent()) {
                RunOutcome _ = session.resume(before.get(), _ -> {});
                boolean _ = Thread.interrupted();
            }
            while (hasMore()) {
                Optional<RunOutcome> outcome = session.runWaiting();
                boolean _ = Thread.interrupted();
                if (outcome.isEmpty()) {
                    stopped();
                    return;
                }
            }
        } catch (RuntimeException e) {
            stopped();
            // If it was closed meanwhile, what waits goes on when it is opened again.
            if (!isClosed()) {
                parts.notices()
                        .accept("A run of the session %s failed: %s".formatted(ref.session(), e));
                endRun();
            }
        } finally {
            leave();
        }
    }

    /// Ends a run that could not tell its end itself.
    private void endRun() {
        if (ends()) {
            leave();
        }
    }

    /// Decides together with [#drive] whether the thread goes on.
    private synchronized boolean hasMore() {
        boolean more = false;
        try {
            more = !closed && !session.waiting().isEmpty();
        } catch (IOException e) {
            parts.notices().accept("The queue cannot be read: " + e.getMessage());
        }
        if (!more) {
            stopped();
        }
        return more;
    }

    /// What waits now waits for the next message. From here on nobody interrupts the thread.
    private synchronized void stopped() {
        driver = Optional.empty();
        boolean _ = Thread.interrupted();
    }

    /// Ends the current run, or the one that is about to begin.
    boolean interrupt() {
        boolean worked = isWorking();
        interruptDriver();
        session.interrupt();
        return worked;
    }

    private synchronized void interruptDriver() {
        driver.ifPresent(Thread::interrupt);
    }

    synchronized boolean isWorking() {
        return working > 0;
    }

    String state() {
        if (!isWorking()) {
            return "idle";
        }
        return approver.open().isEmpty() ? "running" : "waiting";
    }

    int waiting() {
        try {
            return session.waiting().size();
        } catch (IOException | IllegalStateException _) {
            return 0;
        }
    }

    Optional<ContextUse> context() {
        try {
            return Optional.of(session.context());
        } catch (IOException | IllegalStateException _) {
            return Optional.empty();
        }
    }

    /// Keeps the session open until it is released.
    ///
    /// @return false if it is closed
    synchronized boolean use() {
        if (!closed) {
            users++;
        }
        return !closed;
    }

    synchronized void release() {
        users--;
        idleSince = System.nanoTime();
    }

    /// Closes the session if nothing uses it and it did nothing for a while.
    boolean closeIfIdle(long nanos) throws IOException {
        synchronized (this) {
            boolean idle =
                    !closed && users == 0 && working == 0 && System.nanoTime() - idleSince >= nanos;
            if (!idle) {
                return false;
            }
            closed = true;
        }
        end();
        return true;
    }

    /// Closes the session between two runs, for example to delete it. If somebody closes it
    /// already, waits for that.
    ///
    /// @throws dev.deft.server.http.ProblemException while it works
    void closeForGood() throws IOException {
        boolean first;
        synchronized (this) {
            if (working > 0) {
                throw Problem.conflict("The agent is working; interrupt it first.").exception();
            }
            if (users > 0) {
                throw Problem.conflict("A request is at work in the session; wait for it.")
                        .exception();
            }
            first = !closed;
            closed = true;
        }
        endOrWait(first);
    }

    /// Closes the session whatever it does. What is unfinished stays noted. If somebody closes it
    /// already, waits for that.
    void abandon() throws IOException {
        boolean first;
        synchronized (this) {
            first = !closed;
            closed = true;
        }
        endOrWait(first);
    }

    private void endOrWait(boolean first) throws IOException {
        if (first) {
            end();
            return;
        }
        try {
            ended.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IOException("The request was interrupted.");
        }
    }

    /// Runs hooks, so it can take a while.
    private void end() throws IOException {
        listening.close();
        try (model) {
            session.close();
        } finally {
            ended.countDown();
        }
    }

    /// Whether the session is closed or being closed.
    synchronized boolean isClosed() {
        return closed;
    }
}
