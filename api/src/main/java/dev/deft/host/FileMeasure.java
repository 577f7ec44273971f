package dev.deft.host;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// The size of a file, and its lines.
///
/// @param file path relative to the root
/// @param bytes its size
/// @param lines of text; empty for binary files and those that are too large to count
/// @param modified the time of the last modification
/// @param interpreter what follows `#!` in the first line of a script
public record FileMeasure(
        String file,
        long bytes,
        OptionalLong lines,
        Instant modified,
        Optional<String> interpreter) {

    /// How many bytes of the first line are looked at.
    private static final int FIRST_LINE = 128;

    /// {@return the measure of a file whose content was read}
    ///
    /// @param file path relative to the root
    /// @param content all of it
    /// @param modified the time of the last modification
    public static FileMeasure of(String file, Bytes content, Instant modified) {
        byte[] bytes = content.toArray();
        return new FileMeasure(file, bytes.length, lines(bytes), modified, interpreter(bytes));
    }

    /// {@return the measure of a file whose content was not read}
    ///
    /// @param file path relative to the root
    /// @param bytes its size
    /// @param modified the time of the last modification
    public static FileMeasure uncounted(String file, long bytes, Instant modified) {
        return new FileMeasure(file, bytes, OptionalLong.empty(), modified, Optional.empty());
    }

    /// A last line without an end is a line too. A file with a NUL is binary.
    private static OptionalLong lines(byte[] bytes) {
        long lines = 0;
        int zeros = 0;
        for (byte it : bytes) {
            lines += it == '\n' ? 1 : 0;
            zeros += it == 0 ? 1 : 0;
        }
        if (zeros > 0) {
            return OptionalLong.empty();
        }
        boolean open = bytes.length > 0 && bytes[bytes.length - 1] != '\n';
        return OptionalLong.of(open ? lines + 1 : lines);
    }

    private static Optional<String> interpreter(byte[] bytes) {
        if (bytes.length < 3 || bytes[0] != '#' || bytes[1] != '!') {
            return Optional.empty();
        }
        var line = new StringBuilder();
        for (int i = 2; i < Math.min(bytes.length, FIRST_LINE); i++) {
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                break;
            }
            line.append(bytes[i] >= ' ' ? (char) bytes[i] : '?');
        }
        return Optional.of(line.toString().strip());
    }
}
