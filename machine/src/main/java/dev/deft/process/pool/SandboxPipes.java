package dev.deft.process.pool;

import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Descriptors.Pipe;
import dev.deft.process.job.StandardInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/// The pipes between a warm sandbox and this process.
///
/// We keep the write ends of its output open, so that we can undo changes a command made to them,
/// and so that only the report ends the output of a command.
///
/// @param devNull `/dev/null`, the standard input of the first process
/// @param status gets one line for each command that has ended
/// @param notes gets everything else about it, before that line
/// @param wake wakes the thread that polls the pipes
/// @param filter contains the seccomp filter, to be read once
record SandboxPipes(
        int devNull,
        Pipe stdout,
        Pipe stderr,
        Pipe control,
        Pipe status,
        Pipe notes,
        StandardInput stdin,
        Pipe wake,
        Pipe filter) {

    /// The descriptor of the filter in the sandbox.
    static final int FILTER = 6;

    private static final int CHUNK = 4096;

    static SandboxPipes open(byte[] program, StandardInput stdin) throws IOException {
        return new SandboxPipes(
                Descriptors.openDevNull(),
                Descriptors.pipe(),
                Descriptors.pipe(),
                Descriptors.blockingPipe(),
                Descriptors.pipe(),
                notesPipe(),
                stdin,
                Descriptors.pipe(),
                filterPipe(program));
    }

    /// Nobody reads it while a command runs, so a full one must not stop the first process.
    private static Pipe notesPipe() throws IOException {
        Pipe notes = Descriptors.pipe();
        Descriptors.dropWhenFull(notes.writeEnd());
        return notes;
    }

    /// A pipe that contains a seccomp filter.
    static Pipe filterPipe(byte[] program) throws IOException {
        Pipe filter = Descriptors.blockingPipe();
        Descriptors.write(filter.writeEnd(), program);
        Descriptors.close(filter.writeEnd());
        return filter;
    }

    /// The descriptors of the sandbox, by their numbers there.
    List<Integer> childDescriptors() {
        return List.of(
                devNull,
                stdout.writeEnd(),
                stderr.writeEnd(),
                control.readEnd(),
                status.writeEnd(),
                stdin.readEnd(),
                filter.readEnd(),
                notes.writeEnd());
    }

    void closeChildEnds() {
        Descriptors.close(devNull);
        Descriptors.close(control.readEnd());
        Descriptors.close(status.writeEnd());
        Descriptors.close(notes.writeEnd());
        stdin.closeReadEnd();
        Descriptors.close(filter.readEnd());
    }

    void close() {
        Descriptors.close(control.writeEnd());
        Descriptors.close(status.readEnd());
        Descriptors.close(notes.readEnd());
        stdin.close();
        wake.close();
        stdout.close();
        stderr.close();
    }

    void reset() {
        Descriptors.reset(stdout.writeEnd());
        Descriptors.reset(stderr.writeEnd());
    }

    /// Wakes the thread that polls these pipes.
    void wakeUp() {
        try {
            Descriptors.write(wake.writeEnd(), new byte[1]);
        } catch (IOException _) {
            // There is no reader any more.
        }
    }

    /// Reads what a pipe contains now.
    ///
    /// @return whether there is still a writer
    boolean read(Pipe pipe, ByteArrayOutputStream into) {
        byte[] bytes = new byte[CHUNK];
        int got = Descriptors.read(pipe.readEnd(), bytes, 0, CHUNK);
        into.write(bytes, 0, Math.max(0, got));
        return got != 0;
    }
}
