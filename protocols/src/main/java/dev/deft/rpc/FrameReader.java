package dev.deft.rpc;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Splits a stream into lines of bounded length.
final class FrameReader {

    /// Stands for bytes that are no UTF-8, and may be meant too.
    private static final char REPLACEMENT = '\ufffd';

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
        /// @param text without its end
        record Text(String text) implements Frame {}

        /// A line longer than allowed, skipped.
        record TooLong() implements Frame {}

        /// Bytes that are no UTF-8. Replacement characters in their place would change what a
        /// request says, such as the content of a file.
        record NotUnicode() implements Frame {}
    }

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
                return Optional.of(new Frame.TooLong());
            }
            if (!complete) {
                continue;
            }
            Frame frame = frame(line);
            if (!skipped && !(frame instanceof Frame.Text(String text) && text.isBlank())) {
                return Optional.of(frame);
            }
            line.reset();
        }
    }

    private static Frame frame(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 || isUnicode(line.toByteArray())
                ? new Frame.Text(text)
                : new Frame.NotUnicode();
    }

    private static boolean isUnicode(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }
}
