package dev.deft.app.cli.run;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.app.cli.command.FileErrorText;
import dev.deft.app.cli.command.UsageException;
import dev.deft.engine.Session;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Runs a session on the messages of a stream, one turn after the other.
final class StreamRun {

    private static final int FAILED = 1;
    private static final int INTERRUPTED = 130;

    private final Session session;
    private final StreamMessages messages;
    private final RunOutput output;
    private final Expansion expansion;
    private final ReentrantLock interrupting = new ReentrantLock();
    private Turn turn = Turn.NONE;
    private boolean stopping;

    /// How far the current turn is.
    private enum Turn {
        NONE,

        /// Its message is not recorded yet, so that an interrupt has to wait.
        BEGINNING,
        RUNNING
    }

    /// Fills in slash commands.
    @FunctionalInterface
    interface Expansion {

        List<Part> of(List<Part> message) throws UsageException, IOException;
    }

    StreamRun(Session session, StreamMessages messages, RunOutput output, Expansion expansion) {
        this.session = session;
        this.messages = messages;
        this.output = output;
        this.expansion = expansion;
    }

    /// Runs until the input ends.
    ///
    /// @return the exit code of the last result
    /// @throws UsageException if there was no message
    int run() throws UsageException {
        messages.start(this::stop);
        Optional<Integer> code = Optional.empty();
        try {
            for (Optional<List<Part>> next = next(); next.isPresent(); next = next()) {
                output.begin();
                code = Optional.of(turn(next.get()));
                ended();
                if (isInterrupted()) {
                    return INTERRUPTED;
                }
            }
        } catch (InterruptedException _) {
            return INTERRUPTED;
        }
        return code.orElseThrow(() -> new UsageException("there was no message on standard input"));
    }

    private Optional<List<Part>> next() throws InterruptedException {
        return messages.take(() -> turn(Turn.BEGINNING));
    }

    private int turn(List<Part> message) {
        List<Part> parts;
        try {
            parts = expansion.of(message);
        } catch (UsageException e) {
            output.fail(String.valueOf(e.getMessage()));
            return FAILED;
        } catch (IOException e) {
            output.fail(FileErrorText.of(e));
            return FAILED;
        }
        RunOutcome outcome = session.run(new Message.User(parts), this::show);
        output.endStream(outcome);
        return HeadlessRun.code(outcome);
    }

    /// Whether the process is to end. An interrupt of the turn that is over takes its course first,
    /// so that it cannot hit the next.
    private boolean isInterrupted() {
        interrupting.lock();
        try {
            return Thread.interrupted();
        } finally {
            interrupting.unlock();
        }
    }

    /// Who sees a result and then sends an interrupt does not mean the turn of that result.
    private void show(RunEvent event) {
        messages.expectAnswer(event);
        if (event instanceof RunEvent.Ended) {
            ended();
        }
        output.stream(event);
        if (event instanceof RunEvent.Session && isStopped()) {
            session.interrupt();
        }
    }

    private synchronized void turn(Turn other) {
        turn = other;
    }

    private synchronized void ended() {
        stopping = stopping && turn == Turn.NONE;
        turn = Turn.NONE;
    }

    /// The turn runs from now on; whether it was interrupted before.
    private synchronized boolean isStopped() {
        turn = Turn.RUNNING;
        return stopping;
    }

    /// Ends the current turn, or else the first one that waits.
    private boolean stop(boolean waiting) {
        interrupting.lock();
        try {
            Turn now = stopped(waiting);
            if (now == Turn.RUNNING) {
                session.interrupt();
            }
            return now != Turn.NONE || waiting;
        } finally {
            interrupting.unlock();
        }
    }

    private synchronized Turn stopped(boolean waiting) {
        stopping = stopping || turn == Turn.BEGINNING || (turn == Turn.NONE && waiting);
        return turn;
    }
}
