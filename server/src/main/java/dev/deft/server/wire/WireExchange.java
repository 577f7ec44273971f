package dev.deft.server.wire;

import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One request on a connection, and its response.
public final class WireExchange {

    private static final byte[] CONTINUE =
            "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /// A body up to this size is sent together with the head.
    private static final int SMALL = 16 * 1024;

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final IncomingHead head;
    private final IncomingBody body;
    private final OutputStream out;
    private final InstantSource clock;
    private boolean answered;
    private boolean staysOpen;

    /// @throws ProblemException if it is not clear where the request ends
    public WireExchange(IncomingHead head, SocketInput in, OutputStream out, InstantSource clock)
            throws ProblemException {
        this.head = head;
        this.out = out;
        this.clock = clock;
        this.body = IncomingBody.of(head, in, this::goOn);
        this.staysOpen = head.staysOpen();
        if (head.first("expect").filter(it -> !it.equalsIgnoreCase("100-continue")).isPresent()) {
            throw Problem.of(417, "expectation_failed", "Only 100-continue can be expected.")
                    .exception();
        }
    }

    private void goOn() throws IOException {
        if (!answered && head.latest() && head.first("expect").isPresent()) {
            out.write(CONTINUE);
        }
    }

    public IncomingHead head() {
        return head;
    }

    public IncomingBody body() {
        return body;
    }

    /// Whether the head of the response has been sent.
    public boolean isAnswered() {
        return answered;
    }

    /// Whether another request may follow.
    public boolean staysOpen() {
        return staysOpen && answered && body.isRead();
    }

    /// Lets no other request follow on this connection.
    public void last() {
        staysOpen = false;
    }

    /// Sends a response whose body is known.
    public void send(int status, Map<String, List<String>> headers, byte[] content)
            throws IOException {
        boolean bodiless = status == 204 || status == 304;
        var text = start(status, headers);
        if (!bodiless) {
            field(text, "Content-Length", Integer.toString(content.length));
        }
        byte[] bytes = end(text);
        if (bodiless || isHead() || content.length == 0) {
            out.write(bytes);
        } else if (content.length <= SMALL) {
            var both = new ByteArrayOutputStream(bytes.length + content.length);
            both.writeBytes(bytes);
            both.writeBytes(content);
            out.write(both.toByteArray());
        } else {
            out.write(bytes);
            out.write(content);
        }
    }

    /// Begins a response whose body is written as it comes. The caller closes it.
    public OutputStream stream(int status, Map<String, List<String>> headers) throws IOException {
        boolean chunks = head.latest();
        if (!chunks) {
            staysOpen = false;
        }
        var text = start(status, headers);
        if (chunks) {
            field(text, "Transfer-Encoding", "chunked");
        }
        out.write(end(text));
        if (isHead()) {
            return OutputStream.nullOutputStream();
        }
        return chunks ? new ChunkedOutput(out) : out;
    }

    /// Whether the client wants no body.
    public boolean isHead() {
        return head.method().equals("HEAD");
    }

    private StringBuilder start(int status, Map<String, List<String>> headers) {
        if (answered) {
            throw new IllegalStateException("the request was answered already");
        }
        answered = true;
        if (!body.isRead()) {
            staysOpen = false;
        }
        var text = new StringBuilder(512);
        text.append("HTTP/1.1 ").append(status).append(' ').append(phrase(status)).append("\r\n");
        field(text, "Date", now());
        headers.forEach((name, values) -> values.forEach(it -> field(text, name, it)));
        if (!staysOpen) {
            field(text, "Connection", "close");
        } else if (!head.latest()) {
            field(text, "Connection", "keep-alive");
        }
        return text;
    }

    private String now() {
        return DATE.format(clock.instant());
    }

    /// Writes a header. A character that cannot be in one, such as a line break, becomes a question
    /// mark, so nothing of a value can become a header of its own.
    private static void field(StringBuilder text, String name, String value) {
        text.append(name).append(": ");
        for (int i = 0; i < value.length(); i++) {
            char it = value.charAt(i);
            boolean control = (it < ' ' && it != '\t') || it == 0x7f;
            text.append(control || it > 0xff ? '?' : it);
        }
        text.append("\r\n");
    }

    private static byte[] end(StringBuilder text) {
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String phrase(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 201 -> "Created";
            case 202 -> "Accepted";
            case 204 -> "No Content";
            case 303 -> "See Other";
            case 304 -> "Not Modified";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 412 -> "Precondition Failed";
            case 413 -> "Content Too Large";
            case 415 -> "Unsupported Media Type";
            case 422 -> "Unprocessable Content";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 503 -> "Service Unavailable";
            default -> "Status";
        };
    }
}
