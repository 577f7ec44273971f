package dev.deft.kernel;

import java.util.Optional;

/// How many characters fit on a terminal.
public record TerminalSize(int columns, int rows) {

    private static final int TIOCGWINSZ = 0x5413;

    /// The size of the terminal behind a descriptor; empty if it is none or does not know.
    public static Optional<TerminalSize> of(int descriptor) {
        try (var call = SyscallMemory.take()) {
            NativeMemory size = call.allocate(4 * Short.BYTES);
            long result =
                    call.uninterrupted(
                            ProcessSyscallNumbers.HERE.ioctl(),
                            descriptor,
                            TIOCGWINSZ,
                            size.address(),
                            0,
                            0);
            int rows = Short.toUnsignedInt(size.bytes().getShort(0));
            int columns = Short.toUnsignedInt(size.bytes().getShort(2));
            return result < 0 || rows == 0 || columns == 0
                    ? Optional.empty()
                    : Optional.of(new TerminalSize(columns, rows));
        }
    }
}
