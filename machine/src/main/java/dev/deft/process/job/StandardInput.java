package dev.deft.process.job;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.Descriptors;
import java.io.IOException;
import java.util.Optional;

/// The standard input of a command: empty, a pipe, or a terminal, which takes its output too.
public final class StandardInput {

    private static final int NONE = -1;

    private final LaunchRequest.Stdin stdin;
    private final Optional<TerminalMaster> terminal;
    private int readEnd;
    private int writeEnd;

    private StandardInput(
            LaunchRequest.Stdin stdin,
            Optional<TerminalMaster> terminal,
            int readEnd,
            int writeEnd) {
        this.stdin = stdin;
        this.terminal = terminal;
        this.readEnd = readEnd;
        this.writeEnd = writeEnd;
    }

    public static StandardInput of(LaunchRequest request) throws IOException {
        return request.terminal().isAttached() ? onTerminal(request.stdin()) : of(request.stdin());
    }

    private static StandardInput onTerminal(LaunchRequest.Stdin stdin) throws IOException {
        TerminalMaster terminal = TerminalMaster.open(stdin);
        return new StandardInput(stdin, Optional.of(terminal), NONE, NONE);
    }

    public static StandardInput of(LaunchRequest.Stdin stdin) throws IOException {
        return switch (stdin) {
            case EMPTY ->
                    new StandardInput(stdin, Optional.empty(), Descriptors.openDevNull(), NONE);
            case INTERACTIVE -> {
                Descriptors.Pipe pipe = Descriptors.blockingPipe();
                yield new StandardInput(stdin, Optional.empty(), pipe.readEnd(), pipe.writeEnd());
            }
        };
    }

    public Optional<TerminalMaster> terminal() {
        return terminal;
    }

    public synchronized int readEnd() {
        return terminal.map(TerminalMaster::slave).orElse(readEnd);
    }

    public synchronized void closeReadEnd() {
        terminal.ifPresent(TerminalMaster::closeSlave);
        if (readEnd != NONE) {
            Descriptors.close(readEnd);
            readEnd = NONE;
        }
    }

    /// Writes what the pipe has room for; rejects more, since nobody may ever read it.
    public synchronized void write(byte[] bytes) throws IOException {
        requireInput();
        if (terminal.isPresent()) {
            terminal.get().write(bytes);
            return;
        }
        if (writeEnd == NONE) {
            throw new HostException(ErrorCode.CONFLICT, "Its input is closed, or it has ended.");
        }
        requireRoom(writeEnd, bytes.length);
        Descriptors.write(writeEnd, bytes);
    }

    /// Closes the input.
    public synchronized void endInput() throws IOException {
        requireInput();
        if (terminal.isPresent()) {
            terminal.get().endInput();
            return;
        }
        closeWriteEnd();
    }

    private void requireInput() throws HostException {
        if (stdin == LaunchRequest.Stdin.EMPTY) {
            throw noInput();
        }
    }

    public static void requireRoom(int writeEnd, int bytes) throws HostException {
        int room = Descriptors.room(writeEnd);
        if (bytes > room) {
            throw new HostException(
                    ErrorCode.LIMIT_REACHED,
                    "It has not read its earlier input; only %d more bytes fit.".formatted(room));
        }
    }

    public static HostException noInput() {
        return new HostException(
                ErrorCode.CONFLICT,
                "It was started in the foreground and has no input. Start it with background to send input.");
    }

    private void closeWriteEnd() {
        if (writeEnd != NONE) {
            Descriptors.close(writeEnd);
            writeEnd = NONE;
        }
    }

    public synchronized void close() {
        closeReadEnd();
        closeWriteEnd();
        terminal.ifPresent(TerminalMaster::close);
    }
}
