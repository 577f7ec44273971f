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
    private boolean skipping;

    FrameReader(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /// A line.
    ///
    /// @param text without its end; empty if it was longer than allowed, and is skipped
    record Frame(Optional<String> text) {}

    /// Waits for the next line that is not blank. A line that is too long is told as soon as that is
    /// known, and the rest of it is skipped: it may never end.
    ///
    /// @return empty at the end of the stream; a last line without an end is a line too
    Optional<Frame> next() throws IOException {
        var line = new ByteArrayOutputStream(256);
        while (true) {
            if (from == to && !fill()) {
                return line.size() == 0 ? Optional.empty() : Optional.of(frame(line));
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
                return Optional.of(new Frame(Optional.empty()));
            }
            if (complete && !skipped && !frame(line).text().orElse("").isBlank()) {
                return Optional.of(frame(line));
            }
            if (complete) {
                line.reset();
            }
        }
    }

    private static Frame frame(ByteArrayOutputStream line) {
        return new Frame(Optional.of(line.toString(StandardCharsets.UTF_8)));
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }
}
