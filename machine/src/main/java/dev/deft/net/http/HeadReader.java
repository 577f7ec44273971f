package dev.deft.net.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the head of an HTTP/1.1 response, line by line.
public final class HeadReader {

    /// The longest head.
    static final int MOST_BYTES = 256 * 1024;

    private static final int MOST_INTERIM = 20;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-9][0-9]{2})( .*)?");
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private final InputStream in;
    private int left = MOST_BYTES;

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
        Matcher status = STATUS.matcher(line());
        if (!status.matches()) {
            throw new IOException("the server does not answer in HTTP");
        }
        Map<String, List<String>> headers = new LinkedHashMap<>();
        List<String> last = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
                folded(last, line);
                continue;
            }
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon);
            if (!NAME.matcher(name).matches()) {
                throw new IOException("the server sent a header that is none");
            }
            last = headers.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>());
            last.add(line.substring(colon + 1).strip());
        }
        return new ResponseHead(Integer.parseInt(status.group(1)), headers);
    }

    private static void folded(List<String> values, String line) throws IOException {
        if (values.isEmpty()) {
            throw new IOException("the server sent a header that is none");
        }
        values.set(values.size() - 1, values.getLast() + " " + line.strip());
    }

    /// The next line, without its end.
    String line() throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the server closed the connection before it had answered");
            }
            left--;
            if (left < 0) {
                throw new IOException(
                        "the headers of the response have more than %d KB"
                                .formatted(MOST_BYTES / 1024));
            }
            bytes.write(next);
        }
        String line = text(bytes.toByteArray());
        line = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        if (line.indexOf('\r') >= 0 || line.indexOf('\0') >= 0) {
            throw new IOException("the server sent a header that is none");
        }
        return line;
    }

    /// UTF-8 if it is valid, else Latin 1.
    private static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }
}
