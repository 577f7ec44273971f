package dev.deft.net.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Reads the head of an HTTP/1.1 response, line by line.
///
/// It is on the way of every request to a model, in a program that has just started: no regular
/// expressions and no streams.
public final class HeadReader {

    /// The longest head.
    public static final int MOST_BYTES = 256 * 1024;

    private static final int MOST_INTERIM = 20;
    private static final String VERSION = "HTTP/1.";
    private static final int STATUS_AT = VERSION.length() + 2;

    private final InputStream in;
    private int left = MOST_BYTES;
    private byte[] line = new byte[256];

    public HeadReader(InputStream in) {
        this.in = in;
    }

    /// The head of the final response. Interim ones, such as `100 Continue`, are skipped.
    public ResponseHead read() throws IOException {
        for (int i = 0; i < MOST_INTERIM; i++) {
            ResponseHead head = one();
            if (head.status() == 101) {
                throw new IOException("the server switched to another protocol unasked");
            }
            if (head.status() >= 200) {
                return head;
            }
        }
        throw new IOException("the server sent one interim response after another");
    }

    private ResponseHead one() throws IOException {
        String first = line();
        int status = status(first);
        Map<String, List<String>> headers = headers();
        return new ResponseHead(status, headers, isPersistent(first, headers));
    }

    /// The status of a line such as `HTTP/1.1 200 OK`.
    private static int status(String line) throws IOException {
        int end = STATUS_AT + 3;
        boolean known =
                line.startsWith(VERSION)
                        && line.length() >= end
                        && (line.charAt(STATUS_AT - 2) == '0' || line.charAt(STATUS_AT - 2) == '1')
                        && line.charAt(STATUS_AT - 1) == ' '
                        && line.charAt(STATUS_AT) != '0'
                        && (line.length() == end || line.charAt(end) == ' ');
        int status = 0;
        for (int i = STATUS_AT; known && i < end; i++) {
            int digit = line.charAt(i) - '0';
            known = digit >= 0 && digit <= 9;
            status = status * 10 + digit;
        }
        if (!known) {
            throw new IOException("the server does not answer in HTTP");
        }
        return status;
    }

    private static boolean isPersistent(String first, Map<String, List<String>> headers) {
        boolean persistent = first.charAt(STATUS_AT - 2) == '1';
        for (String value : headers.getOrDefault("connection", List.of())) {
            String options = value.toLowerCase(Locale.ROOT);
            if (options.contains("close")) {
                return false;
            }
            persistent |= options.contains("keep-alive");
        }
        return persistent;
    }

    private Map<String, List<String>> headers() throws IOException {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        List<String> last = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
                folded(last, line);
                continue;
            }
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon);
            if (!HeaderSyntax.isName(name)) {
                throw new IOException("the server sent a header that is none");
            }
            String key = name.toLowerCase(Locale.ROOT);
            List<String> values = headers.get(key);
            if (values == null) {
                values = new ArrayList<>(1);
                headers.put(key, values);
            }
            values.add(line.substring(colon + 1).strip());
            last = values;
        }
        return headers;
    }

    private static void folded(List<String> values, String line) throws IOException {
        if (values.isEmpty()) {
            throw new IOException("the server sent a header that is none");
        }
        values.set(values.size() - 1, values.getLast() + " " + line.strip());
    }

    /// Counts the bytes from here on.
    void restart() {
        left = MOST_BYTES;
    }

    /// The next line, without its end.
    String line() throws IOException {
        int length = 0;
        boolean ascii = true;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection before it had answered");
            }
            left--;
            if (left < 0) {
                throw new IOException(
                        "the headers of the response have more than %d KB"
                                .formatted(MOST_BYTES / 1024));
            }
            if (length == line.length) {
                line = Arrays.copyOf(line, 2 * length);
            }
            line[length++] = (byte) next;
            ascii &= next < 128;
        }
        if (length > 0 && line[length - 1] == '\r') {
            length--;
        }
        for (int i = 0; i < length; i++) {
            if (line[i] == '\r' || line[i] == 0) {
                throw new IOException("the server sent a header that is none");
            }
        }
        return ascii ? new String(line, 0, length, StandardCharsets.ISO_8859_1) : decoded(length);
    }

    /// UTF-8 if it is valid, else Latin 1.
    private String decoded(int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line, 0, length))
                    .toString();
        } catch (CharacterCodingException _) {
            return new String(line, 0, length, StandardCharsets.ISO_8859_1);
        }
    }
}
