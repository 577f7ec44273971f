package dev.deft.process.output;

import dev.deft.kernel.Descriptors;
import java.io.IOException;
import java.time.Duration;

/// Two pipes for the output of a command, reused for later commands.
///
/// They are reused only if no other process holds them. Reuse pays because removing an inotify
/// watch from a pipe takes longer than starting a command.
public final class OutputPipes {

    private final int stdout;
    private final int stderr;
    private final Streams streams;
    private final OutputPipePool pool;

    private OutputPipes(int stdout, int stderr, OutputPipePool pool) throws IOException {
        this.stdout = stdout;
        this.stderr = stderr;
        this.streams = new Streams(stdout, stderr);
        this.pool = pool;
    }

    static OutputPipes open(OutputPipePool pool) throws IOException {
        return new OutputPipes(readEnd(), readEnd(), pool);
    }

    private static int readEnd() throws IOException {
        Descriptors.Pipe pipe = Descriptors.pipe();
        Descriptors.close(pipe.writeEnd());
        return pipe.readEnd();
    }

    public int stdout() {
        return stdout;
    }

    public int stderr() {
        return stderr;
    }

    public Streams streams() {
        return streams;
    }

    /// Returns the pipes to the pool.
    public void release() {
        pool.release(this);
    }

    /// Whether there is no writer left and everything was read.
    boolean isFree() {
        int[] state = Descriptors.poll(Duration.ZERO, stdout, stderr);
        return state[0] == Descriptors.HUNG_UP && state[1] == Descriptors.HUNG_UP;
    }

    void close() {
        streams.close();
        Descriptors.close(stdout);
        Descriptors.close(stderr);
    }
}
