package dev.deft.process.job;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.PseudoTerminal;
import dev.deft.process.output.OutputSink;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.OptionalInt;

/// Our end of the terminal of a command: what it prints comes out here, what is typed goes in.
public final class TerminalMaster {

    private static final int ROWS = 24;
    private static final int COLUMNS = 80;
    private static final int CHUNK = 64 * 1024;

    /// A writer that never rests is not waited for.
    private static final int MOST_READS = 64;

    /// The key that ends the input, at the beginning of a line; in the middle of one it only hands
    /// over what was typed.
    private static final byte END_OF_INPUT = 4;

    /// How often a command that nobody types into may ask for input and find its end.
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

    /// The end for the command.
    int inside() {
        return terminal.slave();
    }

    /// What to wait for; negative where there is nothing any more.
    public int readable() {
        return terminal.master();
    }

    void closeInside() {
        terminal.closeSlave();
    }

    void close() {
        terminal.close();
    }

    /// Takes what was printed by now.
    ///
    /// @return whether there was anything
    public boolean drain(OutputSink sink) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(CHUNK);
            int reads = 0;
            int got = terminal.read(buffer, CHUNK);
            while (got > 0 && reads < MOST_READS) {
                sink.take(OutputSink.Source.STDOUT, buffer.asSlice(0, got).toArray(JAVA_BYTE), got);
                reads++;
                got = terminal.read(buffer, CHUNK);
            }
            return reads > 0;
        }
    }

    /// Takes the rest, once nobody is left to print.
    public void finish(OutputSink sink) {
        boolean more = true;
        while (more) {
            more = drain(sink);
        }
    }

    synchronized void type(byte[] bytes) throws HostException {
        if (terminal.master() < 0) {
            throw new HostException(ErrorCode.CONFLICT, "It has ended and reads no more input.");
        }
        int taken = terminal.write(bytes);
        if (taken > 0) {
            byte last = bytes[taken - 1];
            lineOpen = last != '\n' && last != '\r' && last != END_OF_INPUT;
        }
        if (taken < bytes.length) {
            throw new HostException(
                    ErrorCode.LIMIT_REACHED,
                    "It has not read its earlier input: only the first %d of %d bytes were typed."
                            .formatted(taken, bytes.length));
        }
    }

    /// Presses the key that ends the input.
    synchronized void endInput() throws HostException {
        type(lineOpen ? new byte[] {END_OF_INPUT, END_OF_INPUT} : new byte[] {END_OF_INPUT});
    }

    /// Signals what is in the foreground, as its control keys do.
    ///
    /// @return whether there is anything
    public boolean signal(int signal) {
        OptionalInt group = terminal.foreground();
        return group.isPresent() && ChildProcesses.signal(-group.getAsInt(), signal);
    }
}
