package dev.deft.app.cli.run;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.Part;
import dev.deft.run.Approver;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/// Reads the lines of a stream beside the run: messages wait in order, answers and interrupts take
/// effect at once. An invalid line is reported as a `warning` and changes nothing.
final class StreamMessages {

    /// The most bytes of a line: a picture of the largest size in Base64 fits.
    private static final int LONGEST = 32 * 1024 * 1024;

    /// How many messages may wait, and how many bytes they may have together.
    private static final int MOST_WAITING = 1_000;

    private static final long MOST_BYTES = 128L * 1024 * 1024;

    private final InputStream in;
    private final RunOutput output;
    private final StreamApprover approver = new StreamApprover();
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private volatile boolean accepted;
    private boolean over;

    private record Waiting(List<Part> parts, int bytes) {}

    StreamMessages(InputStream in, RunOutput output) {
        this.in = new BufferedInputStream(in);
        this.output = output;
    }

    /// Who is asked over the stream.
    Optional<Approver> approver() {
        return Optional.of(approver);
    }

    /// Prepares for the answer to an event that asks, before it is written.
    void expectAnswer(RunEvent event) {
        approver.expect(event);
    }

    /// Reads all lines on a thread of its own, which a blocked read does not keep from ending.
    ///
    /// @param stop what an interrupt does; false if there was nothing to interrupt
    void start(Stopping stop) {
        Thread.ofPlatform().daemon().name("standard input").start(() -> readAll(stop));
    }

    /// Ends the current turn.
    @FunctionalInterface
    interface Stopping {

        /// Ends it.
        ///
        /// @param waiting whether a message waits
        /// @return whether there was one
        boolean stop(boolean waiting);
    }

    private void readAll(Stopping stop) {
        try {
            long number = 0;
            for (Optional<byte[]> line = next(); line.isPresent(); line = next()) {
                number++;
                take(line.get(), number, stop);
            }
        } catch (IOException e) {
            warn("Standard input cannot be read further: " + e.getMessage() + ".");
        } finally {
            approver.end();
            end();
        }
    }

    /// The next line; one byte longer than allowed if it is too long.
    private Optional<byte[]> next() throws IOException {
        int next = in.read();
        if (next < 0) {
            return Optional.empty();
        }
        var line = new ByteArrayOutputStream();
        while (next >= 0 && next != '\n') {
            if (line.size() <= LONGEST) {
                line.write(next);
            }
            next = in.read();
        }
        return Optional.of(line.toByteArray());
    }

    private void take(byte[] bytes, long number, Stopping stop) {
        if (bytes.length > LONGEST) {
            invalid(number, "is longer than %d MB".formatted(LONGEST / 1024 / 1024));
            return;
        }
        Optional<String> text = decoded(bytes);
        if (text.isEmpty()) {
            invalid(number, "is not UTF-8");
            return;
        }
        if (text.get().isBlank()) {
            return;
        }
        switch (StreamLine.parse(text.get())) {
            case StreamLine.Said(List<Part> parts) -> {
                if (!add(new Waiting(parts, bytes.length))) {
                    invalid(number, "is one message too many: wait for results before you send on");
                }
            }
            case StreamLine.Stop() -> {
                if (!stop.stop(isWaiting())) {
                    invalid(number, "interrupts nothing: no turn is running");
                }
            }
            case StreamLine.Answered answered -> {
                if (!approver.take(answered)) {
                    invalid(number, "answers \"%s\", which is not asked".formatted(answered.id()));
                }
            }
            case StreamLine.Invalid(String why) -> invalid(number, why);
        }
    }

    private static Optional<String> decoded(byte[] bytes) {
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return Optional.of(text.startsWith("\ufeff") ? text.substring(1) : text);
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    private void invalid(long number, String why) {
        warn("Line %d of standard input %s. It was skipped.".formatted(number, why));
    }

    /// If a message was sent, the stream begins with its `session` event. Without one, a program
    /// that waits for a sign must not wait forever.
    private void warn(String text) {
        if (accepted) {
            output.streamLater(new RunEvent.Warning(text));
        } else {
            output.stream(new RunEvent.Warning(text));
        }
    }

    private synchronized boolean add(Waiting message) {
        if (waiting.size() >= MOST_WAITING || waitingBytes + message.bytes() > MOST_BYTES) {
            return false;
        }
        waiting.add(message);
        waitingBytes += message.bytes();
        accepted = true;
        notifyAll();
        return true;
    }

    private synchronized boolean isWaiting() {
        return !waiting.isEmpty();
    }

    private synchronized void end() {
        over = true;
        notifyAll();
    }

    /// The next message, which is waited for; empty at the end of the input.
    ///
    /// @param taken is told in the moment the message stops waiting
    synchronized Optional<List<Part>> take(Runnable taken) throws InterruptedException {
        while (waiting.isEmpty() && !over) {
            wait();
        }
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        Waiting next = waiting.remove();
        waitingBytes -= next.bytes();
        taken.run();
        return Optional.of(next.parts());
    }
}
