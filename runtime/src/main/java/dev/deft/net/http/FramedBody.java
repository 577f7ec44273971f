package dev.deft.net.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;

/// The body of an HTTP/1.1 response. Its end is found by its chunks, by its length, or by the end
/// of the connection.
public abstract sealed class FramedBody extends InputStream {

    private static final int MOST_DIGITS = 18;
    private static final int MOST_HEX_DIGITS = 15;

    private FramedBody() {}

    /// The body behind a head.
    ///
    /// @param in what follows the head
    public static FramedBody of(String method, ResponseHead head, InputStream in)
            throws IOException {
        if (method.equals("HEAD") || head.status() == 204 || head.status() == 304) {
            return new Exact(in, 0);
        }
        List<String> lengths = head.headers().getOrDefault("content-length", List.of());
        List<String> encodings = head.headers().getOrDefault("transfer-encoding", List.of());
        if (!encodings.isEmpty()) {
            String all = String.join(",", encodings).toLowerCase(Locale.ROOT).strip();
            if (!all.equals("chunked")) {
                throw new IOException("the server encodes the response in an unknown way");
            }
            // With both, somebody on the way may have read another end.
            return new Chunks(in, lengths.isEmpty());
        }
        return lengths.isEmpty() ? new UntilClosed(in) : new Exact(in, length(lengths));
    }

    /// A length may be given several times, if it is the same.
    private static long length(List<String> values) throws IOException {
        long length = -1;
        for (String value : values) {
            for (String one : value.split(",", -1)) {
                long next = number(one.strip(), 10, MOST_DIGITS);
                if (next < 0 || (length >= 0 && next != length)) {
                    throw new IOException("the server does not say how long its response is");
                }
                length = next;
            }
        }
        return length;
    }

    /// A number without a sign; -1 if it is none.
    private static long number(String text, int radix, int mostDigits) {
        if (text.isEmpty() || text.length() > mostDigits) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            char it = text.charAt(i);
            int digit = it < 128 ? Character.digit(it, radix) : -1;
            if (digit < 0) {
                return -1;
            }
            number = number * radix + digit;
        }
        return number;
    }

    /// Whether the body was read to its end, and the next response would begin behind it.
    public abstract boolean isAtEnd();

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public abstract int read(byte[] buffer, int from, int most) throws IOException;

    /// A body that ends with the connection.
    private static final class UntilClosed extends FramedBody {

        private final InputStream in;

        UntilClosed(InputStream in) {
            this.in = in;
        }

        @Override
        public boolean isAtEnd() {
            return false;
        }

        @Override
        public int read(byte[] buffer, int from, int most) throws IOException {
            return in.read(buffer, from, most);
        }
    }

    /// A body of a known length.
    private static final class Exact extends FramedBody {

        private final InputStream in;
        private final long length;
        private long left;

        Exact(InputStream in, long length) {
            this.in = in;
            this.length = length;
            this.left = length;
        }

        @Override
        public boolean isAtEnd() {
            return left == 0;
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
    private static final class Chunks extends FramedBody {

        private final InputStream in;
        private final HeadReader lines;
        private final boolean certain;
        private long left;
        private boolean begun;
        private boolean over;
        private boolean complete;

        Chunks(InputStream in, boolean certain) {
            this.in = in;
            this.lines = new HeadReader(in);
            this.certain = certain;
        }

        @Override
        public boolean isAtEnd() {
            return certain && complete;
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
            lines.restart();
            if (begun && !lines.line().isEmpty()) {
                throw new IOException("a chunk of the response is longer than it says");
            }
            begun = true;
            String size = lines.line();
            int extension = size.indexOf(';');
            String digits = (extension < 0 ? size : size.substring(0, extension)).strip();
            left = number(digits, 16, MOST_HEX_DIGITS);
            if (left < 0) {
                throw new IOException("a chunk of the response has no size");
            }
            over = left == 0;
            if (over) {
                skipTrailers();
            }
        }

        /// Some servers close the connection behind the last chunk and leave the end out.
        private void skipTrailers() throws IOException {
            try {
                String line = lines.line();
                while (!line.isEmpty()) {
                    line = lines.line();
                }
                complete = true;
            } catch (EOFException _) {
                // The body is whole, but nothing comes behind it.
            }
        }
    }
}
