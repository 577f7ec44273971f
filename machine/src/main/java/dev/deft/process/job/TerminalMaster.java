package dev.deft.process.job;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.PseudoTerminal;
import dev.deft.process.output.OutputSink;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalInt;

/// The master side of a command's pseudo-terminal.
public final class TerminalMaster {

    private static final int ROWS = 24;
    private static final int COLUMNS = 80;

    /// A terminal gives no more at once.
    private static final int CHUNK = 4096;

    /// A writer that never pauses must not block the caller.
    private static final int MAX_READS = 64;

    /// Control-D: ends the input at the beginning of a line; within a line it only submits what was
    /// typed.
    private static final byte END_OF_INPUT = 4;

    /// How many reads of a command without input get end-of-file.
    private static final int ENDS_OF_INPUT = 256;

    private final PseudoTerminal terminal;
    private boolean lineOpen;

    private TerminalMaster(PseudoTerminal terminal) {
        this.terminal = terminal;
    }

    static TerminalMaster open(LaunchRequest.Stdin stdin) throws IOException {
        var end = new TerminalMaster(PseudoTerminal.open(ROWS, COLUMNS));
        if (stdin == LaunchRequest.Stdin.EMPTY) {
            byte[] ends = new byte[ENDS_OF_INPUT];
            Arrays.fill(ends, END_OF_INPUT);
            end.terminal.write(ends);
        }
        return end;
    }

    /// The side of the command.
    int slave() {
        return terminal.slave();
    }

    /// The descriptor to poll; negative once closed.
    public int descriptor() {
        return terminal.master();
    }

    void closeSlave() {
        terminal.closeSlave();
    }

    void close() {
        terminal.close();
    }

    /// Reads what was printed so far.
    ///
    /// @return whether there was anything
    public boolean drain(OutputSink sink) {
        byte[] buffer = new byte[CHUNK];
        int reads = 0;
        int got = terminal.read(buffer);
        while (got > 0 && reads < MAX_READS) {
            sink.take(OutputSink.Source.STDOUT, buffer, got);
            reads++;
            got = terminal.read(buffer);
        }
        return reads > 0;
    }

    /// Reads the rest, after all writers have ended.
    public void finish(OutputSink sink) {
        boolean more = true;
        while (more) {
            more = drain(sink);
        }
    }

    synchronized void write(byte[] bytes) throws HostException {
        if (terminal.master() < 0) {
            throw new HostException(ErrorCode.CONFLICT, "It has ended and reads no more input.");
        }
        int accepted = terminal.write(bytes);
        if (accepted > 0) {
            byte last = bytes[accepted - 1];
            lineOpen = last != '\n' && last != '\r' && last != END_OF_INPUT;
        }
        if (accepted < bytes.length) {
            throw new HostException(
                    ErrorCode.LIMIT_REACHED,
                    "It has not read its earlier input; only the first %d of %d bytes were sent."
                            .formatted(accepted, bytes.length));
        }
    }

    /// Sends Control-D.
    synchronized void endInput() throws HostException {
        write(lineOpen ? new byte[] {END_OF_INPUT, END_OF_INPUT} : new byte[] {END_OF_INPUT});
    }

    /// Signals the foreground process group, as control keys do.
    ///
    /// @return whether there is one
    public boolean signal(int signal) {
        OptionalInt group = terminal.foreground();
        return group.isPresent() && ChildProcesses.signal(-group.getAsInt(), signal);
    }
}
