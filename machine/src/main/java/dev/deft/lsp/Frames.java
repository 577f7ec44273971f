package dev.deft.lsp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// The messages in a stream: a header with the length, then the text.
final class Frames {

    /// Longer messages end the connection.
    static final int MOST_BYTES = 32 << 20;

    private static final int MOST_HEADER = 8 * 1024;
    private static final int CHUNK = 64 * 1024;
    private static final String LENGTH = "content-length:";

    private final InputStream in;

    Frames(InputStream in) {
        this.in = new BufferedInputStream(in, CHUNK);
    }

    /// The next message; empty at the end of the stream.
    ///
    /// @throws IOException if this is not the protocol
    Optional<String> next() throws IOException {
        Optional<Integer> length = header();
        if (length.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(body(length.get()));
    }

    private Optional<Integer> header() throws IOException {
        Optional<Integer> length = Optional.empty();
        int read = 0;
        while (true) {
            Optional<String> line = line(MOST_HEADER - read);
            if (line.isEmpty()) {
                return Optional.empty();
            }
            read += line.get().length() + 2;
            if (line.get().isEmpty()) {
                if (length.isPresent()) {
                    return length;
                }
                continue;
            }
            if (line.get().toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Optional.of(length(line.get().substring(LENGTH.length()).strip()));
            }
        }
    }

    private static int length(String text) throws IOException {
        if (text.isEmpty()
                || text.length() > 18
                || !text.chars().allMatch(it -> it >= '0' && it <= '9')) {
            throw new IOException("it sent a message of an unreadable length");
        }
        long length = Long.parseLong(text);
        if (length > MOST_BYTES) {
            throw new IOException(
                    "it sent a message of %d bytes; at most %d are read"
                            .formatted(length, MOST_BYTES));
        }
        return (int) length;
    }

    private Optional<String> line(int most) throws IOException {
        var line = new ByteArrayOutputStream();
        while (true) {
            int it = in.read();
            if (it < 0) {
                return Optional.empty();
            }
            if (it == '\n') {
                String text = line.toString(StandardCharsets.ISO_8859_1);
                return Optional.of(
                        text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
            }
            if (line.size() >= most) {
                throw new IOException("it printed something that is not the protocol");
            }
            line.write(it);
        }
    }

    /// Reads in pieces: a length alone must not cost its memory.
    private String body(int length) throws IOException {
        var body = new ByteArrayOutputStream(Math.min(length, CHUNK));
        byte[] chunk = new byte[Math.min(length, CHUNK)];
        int left = length;
        while (left > 0) {
            int got = in.read(chunk, 0, Math.min(left, chunk.length));
            if (got < 0) {
                throw new IOException("it ended within a message");
            }
            body.write(chunk, 0, got);
            left -= got;
        }
        return body.toString(StandardCharsets.UTF_8);
    }
}
