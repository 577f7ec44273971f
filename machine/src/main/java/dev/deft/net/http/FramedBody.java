package dev.deft.net.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Finds the end of an HTTP/1.1 body: by its chunks, by its length, or by the end of the
/// connection.
final class FramedBody {

    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 304);

    private FramedBody() {}

    static InputStream of(String method, ResponseHead head, InputStream in) throws IOException {
        if (method.equals("HEAD") || WITHOUT_BODY.contains(head.status())) {
            return InputStream.nullInputStream();
        }
        List<String> encodings = head.headers().getOrDefault("transfer-encoding", List.of());
        if (!encodings.isEmpty()) {
            String all = String.join(",", encodings).toLowerCase(Locale.ROOT).strip();
            if (!all.equals("chunked")) {
                throw new IOException("the server encodes the response in an unknown way");
            }
            return new Chunks(in);
        }
        List<String> lengths =
                head.headers().getOrDefault("content-length", List.of()).stream()
                        .flatMap(it -> List.of(it.split(",", -1)).stream())
                        .map(String::strip)
                        .distinct()
                        .toList();
        if (lengths.isEmpty()) {
            return in;
        }
        if (lengths.size() > 1 || !lengths.getFirst().matches("[0-9]{1,18}")) {
            throw new IOException("the server does not say how long its response is");
        }
        return new Exact(in, Long.parseLong(lengths.getFirst()));
    }

    /// A body of a known length.
    private static final class Exact extends InputStream {

        private final InputStream in;
        private final long length;
        private long left;

        Exact(InputStream in, long length) {
            this.in = in;
            this.length = length;
            this.left = length;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }

        @Override
        public int read(byte[] buffer, int from, int most) throws IOException {
            if (left == 0) {
                return -1;
            }
            int got = in.read(buffer, from, (int) Math.min(most, left));
            if (got < 0) {
                throw new EOFException(
                        "the response ended after %d of %d bytes".formatted(length - left, length));
            }
            left -= got;
            return got;
        }
    }

    /// A body in chunks.
    private static final class Chunks extends InputStream {

        private final InputStream in;
        private long left;
        private boolean begun;
        private boolean over;

        Chunks(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }

        @Override
        public int read(byte[] buffer, int from, int most) throws IOException {
            if (left == 0 && !over) {
                next();
            }
            if (over) {
                return -1;
            }
            int got = in.read(buffer, from, (int) Math.min(most, left));
            if (got < 0) {
                throw new EOFException("the response ended in the middle of a chunk");
            }
            left -= got;
            return got;
        }

        private void next() throws IOException {
            var lines = new HeadReader(in);
            if (begun && !lines.line().isEmpty()) {
                throw new IOException("a chunk of the response is longer than it says");
            }
            begun = true;
            String size = lines.line();
            int extension = size.indexOf(';');
            String digits = (extension < 0 ? size : size.substring(0, extension)).strip();
            if (!digits.matches("[0-9A-Fa-f]{1,15}")) {
                throw new IOException("a chunk of the response has no size");
            }
            left = Long.parseLong(digits, 16);
            over = left == 0;
        }
    }
}
