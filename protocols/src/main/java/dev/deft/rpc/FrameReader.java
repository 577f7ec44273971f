package dev.deft.rpc;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// Splits a stream into lines of bounded length.
final class FrameReader {

    private final InputStream in;
    private final int maxBytes;
    private final byte[] buffer = new byte[16 * 1024];
    private int from;
    private int to;
    private boolean skipping;

    FrameReader(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /// A line.
    sealed interface Frame {

        /// A line as it should be.
        ///
        /// @param bytes without its end
        @SuppressWarnings("ArrayRecordComponent")
        record Line(byte[] bytes) implements Frame {}

        /// A line longer than allowed, skipped.
        record TooLong() implements Frame {}
    }

    /// Waits for the next line that is not blank. A line that is too long is told as soon as that
    /// is known, and the rest of it is skipped: it may never end.
    ///
    /// @return empty at the end of the stream; a last line without an end is a line too
    Optional<Frame> next() throws IOException {
        var line = new ByteArrayOutputStream(256);
        while (true) {
            if (from == to && !fill()) {
                return line.size() == 0
                        ? Optional.empty()
                        : Optional.of(new Frame.Line(line.toByteArray()));
            }
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            int length = end - from;
            boolean complete = end < to;
            boolean tooLong = !skipping && line.size() + length > maxBytes;
            if (!skipping && !tooLong) {
                line.write(buffer, from, length);
            }
            from = complete ? end + 1 : end;
            boolean skipped = skipping;
            skipping = (skipping || tooLong) && !complete;
            if (tooLong) {
                return Optional.of(new Frame.TooLong());
            }
            if (!complete) {
                continue;
            }
            byte[] bytes = line.toByteArray();
            if (!skipped && !isBlank(bytes)) {
                return Optional.of(new Frame.Line(bytes));
            }
            line.reset();
        }
    }

    private static boolean isBlank(byte[] bytes) {
        for (byte it : bytes) {
            if (it != ' ' && it != '\t' && it != '\r') {
                return false;
            }
        }
        return true;
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }
}
