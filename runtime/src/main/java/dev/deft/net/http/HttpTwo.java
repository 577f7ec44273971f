package dev.deft.net.http;

import dev.deft.host.Bytes;
import dev.deft.host.HttpUrl;
import dev.deft.net.http.HpackDecoder.Field;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// One request and its response in HTTP/2 (RFC 9113): one stream, and the connection is of no use
/// afterwards. Everything happens on the thread that reads.
public final class HttpTwo {

    private static final int STREAM = 1;
    private static final int WINDOW = 1 << 20;
    private static final int DEFAULT_WINDOW = 65_535;

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final Pattern NAME = Pattern.compile(":?[!#$%&'*+.^_`|~0-9a-z-]+");

    private final HttpTwoFrames frames;
    private final HpackDecoder headers = new HpackDecoder();
    private final List<ResponseHead> heads = new ArrayList<>();
    private byte[] data = new byte[0];
    private int read;
    private boolean over;
    private long sendWindow = DEFAULT_WINDOW;
    private long streamWindow = DEFAULT_WINDOW;
    private int initialWindow = DEFAULT_WINDOW;
    private int frameSize = HttpTwoFrames.SIZE;

    private HttpTwo(InputStream in, OutputStream out) {
        this.frames = new HttpTwoFrames(new BufferedInputStream(in), out);
    }

    /// Sends the request and reads the head of the response.
    public static HttpOne.Answer exchange(
            RequestHead request, HttpUrl url, InputStream in, OutputStream out) throws IOException {
        var two = new HttpTwo(in, out);
        two.send(request, url);
        return new HttpOne.Answer(two.head(), two.new Body());
    }

    private void send(RequestHead request, HttpUrl url) throws IOException {
        frames.raw(PREFACE.getBytes(StandardCharsets.US_ASCII));
        frames.settings(Map.of(2, 0, 4, WINDOW, 6, HeadReader.MOST_BYTES));
        frames.window(0, WINDOW - DEFAULT_WINDOW);
        byte[] body = request.body().orElse(Bytes.EMPTY).toArray();
        frames.headers(STREAM, block(request, url), body.length == 0);
        frames.flush();
        int sent = 0;
        while (sent < body.length && !over) {
            int room = (int) Math.min(Math.min(sendWindow, streamWindow), frameSize);
            if (room <= 0) {
                receive();
                continue;
            }
            int part = Math.min(room, body.length - sent);
            frames.data(STREAM, body, sent, part, sent + part == body.length);
            sent += part;
            sendWindow -= part;
            streamWindow -= part;
        }
        frames.flush();
    }

    private static byte[] block(RequestHead request, HttpUrl url) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(":method", request.method());
        all.put(":scheme", url.scheme());
        all.put(":authority", url.authority());
        all.put(":path", url.target());
        all.putAll(request.headers());
        request.body().ifPresent(it -> all.put("content-length", Integer.toString(it.size())));
        var block = new ByteArrayOutputStream();
        all.forEach((name, value) -> {
            block.write(0);
            literal(block, name);
            literal(block, value);
        });
        return block.toByteArray();
    }

    private static void literal(ByteArrayOutputStream block, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int left = bytes.length - 127;
        block.write(Math.min(bytes.length, 127));
        if (left >= 0) {
            for (; left >= 128; left >>= 7) {
                block.write((left & 127) | 128);
            }
            block.write(left);
        }
        block.writeBytes(bytes);
    }

    /// The head of the final response. Interim ones are skipped.
    private ResponseHead head() throws IOException {
        while (heads.isEmpty() || heads.getLast().status() < 200) {
            if (over) {
                throw new IOException("the server ended the response before it began");
            }
            receive();
        }
        return heads.getLast();
    }

    /// Reads one frame.
    private void receive() throws IOException {
        HttpTwoFrames.Frame frame = frames.next();
        switch (frame.type()) {
            case HttpTwoFrames.DATA -> data(frame);
            case HttpTwoFrames.HEADERS -> headers(frame);
            case HttpTwoFrames.RESET -> reset(frame);
            case HttpTwoFrames.SETTINGS -> settings(frame);
            case HttpTwoFrames.PING -> ping(frame);
            case HttpTwoFrames.GO_AWAY -> goAway(frame);
            case HttpTwoFrames.WINDOW_UPDATE -> window(frame);
            case HttpTwoFrames.PUSH_PROMISE, HttpTwoFrames.CONTINUATION ->
                    throw new IOException("the server breaks the rules of HTTP/2");
            // Unknown frames and priorities are ignored.
            default -> {}
        }
    }

    private void data(HttpTwoFrames.Frame frame) throws IOException {
        if (frame.stream() != STREAM || heads.isEmpty()) {
            throw new IOException("the server breaks the rules of HTTP/2");
        }
        data = frame.content();
        read = 0;
        over = frame.ends();
        if (frame.payload().size() > 0) {
            frames.window(0, frame.payload().size());
            if (!over) {
                frames.window(STREAM, frame.payload().size());
            }
            frames.flush();
        }
    }

    private void headers(HttpTwoFrames.Frame frame) throws IOException {
        byte[] block = frames.block(frame, HeadReader.MOST_BYTES);
        over = frame.ends();
        List<Field> fields = headers.decode(block, HeadReader.MOST_BYTES);
        boolean trailers = !heads.isEmpty() && heads.getLast().status() >= 200;
        if (frame.stream() == STREAM && !trailers) {
            heads.add(head(fields));
        }
    }

    private static ResponseHead head(List<Field> fields) throws IOException {
        int status = 0;
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (Field field : fields) {
            boolean valid =
                    NAME.matcher(field.name()).matches()
                            && field.value()
                                    .chars()
                                    .noneMatch(it -> it == '\r' || it == '\n' || it == 0);
            if (!valid) {
                throw new IOException("the server sent a header that is none");
            }
            if (field.name().equals(":status") && field.value().matches("[1-9][0-9]{2}")) {
                status = Integer.parseInt(field.value());
            } else if (!field.name().startsWith(":")) {
                headers.computeIfAbsent(field.name(), _ -> new ArrayList<>())
                        .add(field.value().strip());
            }
        }
        if (status < 100 || status == 101) {
            throw new IOException("the server sent a response without a status");
        }
        return new ResponseHead(status, headers, false);
    }

    private void reset(HttpTwoFrames.Frame frame) throws IOException {
        boolean answered = !heads.isEmpty() && over;
        if (frame.stream() == STREAM && !answered) {
            throw new IOException(
                    "the server cancelled the request (HTTP/2 error %d)"
                            .formatted(frame.number(0)));
        }
    }

    private void settings(HttpTwoFrames.Frame frame) throws IOException {
        if (frame.acknowledges()) {
            return;
        }
        for (int at = 0; at + 6 <= frame.payload().size(); at += 6) {
            int name = frame.number(at) >>> 16;
            int value = frame.number(at + 2);
            if (name == 4 && value >= 0) {
                streamWindow += value - (long) initialWindow;
                initialWindow = value;
            } else if (name == 5 && value >= HttpTwoFrames.SIZE) {
                frameSize = Math.min(value, 4 * HttpTwoFrames.SIZE);
            }
        }
        frames.acknowledge();
    }

    private void ping(HttpTwoFrames.Frame frame) throws IOException {
        if (!frame.acknowledges()) {
            frames.pong(frame.payload().toArray());
        }
    }

    private void goAway(HttpTwoFrames.Frame frame) throws IOException {
        if (frame.payload().size() < 8 || frame.number(0) < STREAM) {
            throw new IOException(
                    "the server did not accept the request and closes the connection");
        }
    }

    private void window(HttpTwoFrames.Frame frame) throws IOException {
        int more = frame.number(0) & Integer.MAX_VALUE;
        if (frame.stream() == 0) {
            sendWindow += more;
        } else if (frame.stream() == STREAM) {
            streamWindow += more;
        }
        if (more == 0 || sendWindow > Integer.MAX_VALUE || streamWindow > Integer.MAX_VALUE) {
            throw new IOException("the server breaks the rules of HTTP/2");
        }
    }

    /// The body of the response.
    private final class Body extends InputStream {

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }

        @Override
        public int read(byte[] buffer, int from, int most) throws IOException {
            while (read == data.length) {
                if (over) {
                    return -1;
                }
                receive();
            }
            int part = Math.min(most, data.length - read);
            System.arraycopy(data, read, buffer, from, part);
            read += part;
            return part;
        }
    }
}
