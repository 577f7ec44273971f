package dev.deft.server.wire;

import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the head of a request. What two programs could read in two ways is refused, so that no
/// proxy before us sees another request than we do.
public final class IncomingHeadReader {

    private static final Pattern LINE =
            Pattern.compile("([A-Z]{1,16}) ([!-~]{1,16384}) HTTP/([0-9])\\.([0-9])");
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}");

    /// Headers of which a second one would contradict the first.
    private static final Set<String> SINGLE =
            Set.of(
                    "host",
                    "content-length",
                    "transfer-encoding",
                    "content-type",
                    "authorization",
                    "origin",
                    "idempotency-key",
                    "expect");

    private final SocketInput in;
    private final int mostBytes;
    private final int mostFields;
    private int left;

    public IncomingHeadReader(SocketInput in, int mostBytes, int mostFields) {
        this.in = in;
        this.mostBytes = mostBytes;
        this.mostFields = mostFields;
    }

    /// Reads one head.
    ///
    /// @throws ProblemException if it is none; the connection cannot be used any more
    public IncomingHead read() throws IOException {
        left = mostBytes;
        String first = line();
        if (first.isEmpty()) {
            // Some clients end a body with a line break too many.
            first = line();
        }
        Matcher line = LINE.matcher(first);
        if (!line.matches()) {
            throw Problem.badRequest(
                            "The first line of the request is not one of HTTP/1.1, such as GET /v1 HTTP/1.1.")
                    .exception();
        }
        if (!line.group(3).equals("1")) {
            throw Problem.of(
                            505,
                            "version_not_supported",
                            "This server speaks HTTP/1.1; a reverse proxy can speak newer versions.")
                    .exception();
        }
        Map<String, List<String>> headers = headers();
        if (headers.getOrDefault("host", List.of("")).getFirst().isEmpty()) {
            throw Problem.badRequest("The request needs the header Host.").exception();
        }
        boolean latest = !line.group(4).equals("0");
        return new IncomingHead(line.group(1), line.group(2), latest, headers);
    }

    private Map<String, List<String>> headers() throws IOException {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        int count = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            count++;
            if (count > mostFields) {
                throw tooLarge("The request has more than %d headers.".formatted(mostFields));
            }
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon).toLowerCase(Locale.ROOT);
            if (!NAME.matcher(name).matches()) {
                throw Problem.badRequest("A line of the request's head is not a header.")
                        .exception();
            }
            List<String> values = headers.computeIfAbsent(name, _ -> new ArrayList<>());
            if (!values.isEmpty() && SINGLE.contains(name)) {
                throw Problem.badRequest("The request has the header %s twice.".formatted(name))
                        .exception();
            }
            values.add(line.substring(colon + 1).strip());
        }
        return headers;
    }

    /// The next line without its end, which is always `\r\n`.
    private String line() throws IOException {
        var line = new StringBuilder();
        while (true) {
            int next = next();
            if (next == '\r') {
                if (next() != '\n') {
                    throw control();
                }
                return line.toString();
            }
            if ((next < ' ' && next != '\t') || next == 0x7f) {
                throw control();
            }
            line.append((char) next);
        }
    }

    private int next() throws IOException {
        left--;
        if (left < 0) {
            throw tooLarge("The request's head has more than %d bytes.".formatted(mostBytes));
        }
        int next = in.read();
        if (next < 0) {
            throw new EOFException("the client closed the connection within a request");
        }
        return next;
    }

    private static ProblemException control() {
        return Problem.badRequest(
                        "The request's head has a control character, or a line that does not end with CR LF.")
                .exception();
    }

    private static ProblemException tooLarge(String detail) {
        return Problem.of(431, "headers_too_large", detail).exception();
    }

    /// A header as the UTF-8 text that clients mean.
    public static String utf8(String latin1) {
        return new String(latin1.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
