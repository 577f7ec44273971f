package dev.deft.net.http;

import dev.deft.host.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/// A body, decompressed, and no more of it than was asked for.
///
/// @param truncated whether there is more
public record DecodedBody(Bytes bytes, boolean truncated) {

    private static final int CHUNK = 16 * 1024;

    /// A response that is compressed more often than this is made to harm.
    private static final int MOST_LAYERS = 3;

    private static final int ZLIB_METHOD = 0x08;

    /// Reads at most `most` bytes, counted after decompression.
    public static DecodedBody read(ResponseHead head, InputStream raw, int most)
            throws IOException {
        try {
            return read(decoded(head, raw), most);
        } catch (ZipException e) {
            throw new IOException("the compressed response is broken: " + e.getMessage(), e);
        }
    }

    private static DecodedBody read(InputStream in, int most) throws IOException {
        var bytes = new ByteArrayOutputStream(Math.min(most, CHUNK));
        var buffer = new byte[CHUNK];
        while (bytes.size() < most) {
            int got = in.read(buffer, 0, Math.min(CHUNK, most - bytes.size()));
            if (got < 0) {
                return new DecodedBody(Bytes.wrap(bytes.toByteArray()), false);
            }
            bytes.write(buffer, 0, got);
        }
        return new DecodedBody(Bytes.wrap(bytes.toByteArray()), in.read() >= 0);
    }

    private static InputStream decoded(ResponseHead head, InputStream raw) throws IOException {
        List<String> layers = new ArrayList<>();
        for (String value : head.headers().getOrDefault("content-encoding", List.of())) {
            for (String layer : value.toLowerCase(Locale.ROOT).split(",", -1)) {
                if (!layer.isBlank() && !layer.strip().equals("identity")) {
                    layers.add(layer.strip());
                }
            }
        }
        if (layers.size() > MOST_LAYERS) {
            throw new IOException("the response is compressed %d times".formatted(layers.size()));
        }
        InputStream in = raw;
        for (String layer : layers.reversed()) {
            var peeked = new PushbackInputStream(in, 2);
            int first = peeked.read();
            if (first < 0) {
                return InputStream.nullInputStream();
            }
            peeked.unread(first);
            switch (layer) {
                case "gzip", "x-gzip" -> in = new GZIPInputStream(peeked, CHUNK);
                case "deflate" -> in = inflated(peeked, first);
                // We did not ask for it. The header says what the bytes are.
                default -> {
                    return peeked;
                }
            }
        }
        return in;
    }

    /// `deflate` means zlib, but some servers send it without its frame.
    private static InputStream inflated(InputStream in, int first) {
        boolean framed = (first & 0x0f) == ZLIB_METHOD;
        return new InflaterInputStream(in, new Inflater(!framed), CHUNK);
    }
}
