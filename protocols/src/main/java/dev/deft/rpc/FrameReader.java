package dev.deft.rpc;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Splits a stream into lines of bounded length. Bytes that are no UTF-8 become replacement
/// characters, so such a line is no JSON.
final class FrameReader {

    private final InputStream in;
    private final int maxBytes;
    private final byte[] buffer = new byte[16 * 1024];
    private int from;
    private int to;

    FrameReader(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /// A line.
    ///
    /// @param text without its end; empty if it was longer than allowed, and is skipped
    record Frame(Optional<String> text) {}

    /// Waits for the next line that is not blank.
    ///
    /// @return empty at the end of the stream; a last line without an end is a line too
    Optional<Frame> next() throws IOException {
        var line = new ByteArrayOutputStream(256);
        boolean tooLong = false;
        while (true) {
            if (from == to && !fill()) {
                return line.size() == 0 && !tooLong
                        ? Optional.empty()
                        : Optional.of(frame(line, tooLong));
            }
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            tooLong |= line.size() + end - from > maxBytes;
            if (!tooLong) {
                line.write(buffer, from, end - from);
            }
            boolean complete = end < to;
            from = complete ? end + 1 : end;
            if (complete) {
                Frame frame = frame(line, tooLong);
                if (tooLong || !frame.text().orElse("").isBlank()) {
                    return Optional.of(frame);
                }
                line.reset();
            }
        }
    }

    private static Frame frame(ByteArrayOutputStream line, boolean tooLong) {
        return new Frame(
                tooLong ? Optional.empty() : Optional.of(line.toString(StandardCharsets.UTF_8)));
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }
}
