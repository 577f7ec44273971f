package dev.deft.process;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.Descriptors;
import java.io.IOException;

/// The standard input of a command: nothing at all, or what is typed into it.
final class Typed {

    private static final int NONE = -1;

    private final Order.Stdin stdin;
    private int readEnd;
    private int writeEnd;

    private Typed(Order.Stdin stdin, int readEnd, int writeEnd) {
        this.stdin = stdin;
        this.readEnd = readEnd;
        this.writeEnd = writeEnd;
    }

    static Typed of(Order.Stdin stdin) throws IOException {
        return switch (stdin) {
            case EMPTY -> new Typed(stdin, Descriptors.nothing(), NONE);
            case TYPED -> {
                Descriptors.Pipe pipe = Descriptors.blockingPipe();
                yield new Typed(stdin, pipe.readEnd(), pipe.writeEnd());
            }
        };
    }

    synchronized int readEnd() {
        return readEnd;
    }

    synchronized void closeReadEnd() {
        if (readEnd != NONE) {
            Descriptors.close(readEnd);
            readEnd = NONE;
        }
    }

    /// Writes as much as the pipe holds; more is refused, since nobody may ever read it.
    synchronized void write(byte[] bytes) throws IOException {
        if (stdin == Order.Stdin.EMPTY) {
            throw readsNothing();
        }
        if (writeEnd == NONE) {
            throw new HostException(ErrorCode.CONFLICT, "It has ended and reads no more input.");
        }
        requireRoom(writeEnd, bytes.length);
        Descriptors.write(writeEnd, bytes);
    }

    static void requireRoom(int writeEnd, int bytes) throws HostException {
        int room = Descriptors.room(writeEnd);
        if (bytes > room) {
            throw new HostException(
                    ErrorCode.LIMIT_REACHED,
                    "It has not read its earlier input; there is room for %d bytes more."
                            .formatted(room));
        }
    }

    static HostException readsNothing() {
        return new HostException(
                ErrorCode.CONFLICT,
                "It began in the foreground, where there is no input to read. Start it with background to type into it.");
    }

    synchronized void close() {
        closeReadEnd();
        if (writeEnd != NONE) {
            Descriptors.close(writeEnd);
            writeEnd = NONE;
        }
    }
}
