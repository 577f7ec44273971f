package dev.deft.rpc;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Writes a message per line, from any thread. A peer that reads nothing holds up whoever writes,
/// and an interrupt does not help; closing does not wait for it.
final class LineOutput {

    private static final System.Logger LOG = System.getLogger(LineOutput.class.getName());

    private final OutputStream out;
    private final ReentrantLock writing = new ReentrantLock();

    LineOutput(OutputStream out) {
        this.out = out;
    }

    void write(String message) throws IOException {
        write(message, () -> true);
    }

    /// Writes a message that may be given up while it waits for others to be written.
    ///
    /// @param wanted is asked once, when it is the turn of the message
    void write(String message, BooleanSupplier wanted) throws IOException {
        byte[] line = (message + "\n").getBytes(StandardCharsets.UTF_8);
        writing.lock();
        try {
            if (wanted.getAsBoolean()) {
                out.write(line);
                out.flush();
            }
        } finally {
            writing.unlock();
        }
    }

    /// Closes the stream; where a writer is stuck, as soon as the peer lets go of it.
    void close() throws IOException {
        if (!writing.tryLock()) {
            Thread.ofVirtual().name("rpc-closing").start(this::closeLater);
            return;
        }
        try {
            out.close();
        } finally {
            writing.unlock();
        }
    }

    private void closeLater() {
        writing.lock();
        try {
            out.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the stream was broken already", e);
        } finally {
            writing.unlock();
        }
    }
}
