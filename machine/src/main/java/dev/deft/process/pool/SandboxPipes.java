package dev.deft.process.pool;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Descriptors.Pipe;
import dev.deft.process.job.StandardInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// What a warm sandbox and we talk through.
///
/// We keep the write ends of its output open, so that we can take back what a command did to them,
/// and so that its output has no end but the one the report gives it.
///
/// @param nothing its own standard input
/// @param wake rouses the thread that waits for all this
/// @param filter holds the filter of system calls, to be read once
record SandboxPipes(
        int nothing,
        Pipe stdout,
        Pipe stderr,
        Pipe control,
        Pipe status,
        StandardInput typed,
        Pipe wake,
        Pipe filter) {

    /// The descriptor of the filter inside.
    static final int FILTER = 6;

    private static final int CHUNK = 4096;

    static SandboxPipes open(byte[] program, StandardInput typed) throws IOException {
        return new SandboxPipes(
                Descriptors.nothing(),
                Descriptors.pipe(),
                Descriptors.pipe(),
                Descriptors.blockingPipe(),
                Descriptors.pipe(),
                typed,
                Descriptors.pipe(),
                filled(program));
    }

    /// A pipe with a filter of system calls in it, to be read once.
    static Pipe filled(byte[] program) throws IOException {
        Pipe filter = Descriptors.blockingPipe();
        Descriptors.write(filter.writeEnd(), program);
        Descriptors.close(filter.writeEnd());
        return filter;
    }

    /// What the sandbox gets, by its numbers inside.
    List<Integer> inside() {
        return List.of(
                nothing,
                stdout.writeEnd(),
                stderr.writeEnd(),
                control.readEnd(),
                status.writeEnd(),
                typed.readEnd(),
                filter.readEnd());
    }

    void closeInside() {
        Descriptors.close(nothing);
        Descriptors.close(control.readEnd());
        Descriptors.close(status.writeEnd());
        typed.closeReadEnd();
        Descriptors.close(filter.readEnd());
    }

    void close() {
        Descriptors.close(control.writeEnd());
        Descriptors.close(status.readEnd());
        typed.close();
        wake.close();
        stdout.close();
        stderr.close();
    }

    void reset() {
        Descriptors.reset(stdout.writeEnd());
        Descriptors.reset(stderr.writeEnd());
    }

    /// Wakes whoever waits for something to happen on these pipes.
    void rouse() {
        try {
            Descriptors.write(wake.writeEnd(), new byte[1]);
        } catch (IOException _) {
            // Nobody waits any more.
        }
    }

    /// Reads what a pipe holds now.
    ///
    /// @return whether somebody could still write to it
    boolean read(Pipe pipe, ByteArrayOutputStream into) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(CHUNK);
            int got = Descriptors.read(pipe.readEnd(), buffer, CHUNK);
            if (got > 0) {
                into.writeBytes(buffer.asSlice(0, got).toArray(JAVA_BYTE));
            }
            return got != 0;
        }
    }
}
