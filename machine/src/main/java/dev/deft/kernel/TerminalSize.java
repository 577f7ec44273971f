package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// How many characters fit on a terminal.
public record TerminalSize(int columns, int rows) {

    private static final int TIOCGWINSZ = 0x5413;

    /// The size of the terminal behind a descriptor; empty if it is none or does not know.
    public static Optional<TerminalSize> of(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(8, 2);
            long result =
                    SingleSyscall.call(
                            ProcessSyscallNumbers.HERE.ioctl(),
                            descriptor,
                            TIOCGWINSZ,
                            size.address(),
                            0,
                            0);
            int rows = Short.toUnsignedInt(size.get(JAVA_SHORT, 0));
            int columns = Short.toUnsignedInt(size.get(JAVA_SHORT, 2));
            return result < 0 || rows == 0 || columns == 0
                    ? Optional.empty()
                    : Optional.of(new TerminalSize(columns, rows));
        }
    }
}
