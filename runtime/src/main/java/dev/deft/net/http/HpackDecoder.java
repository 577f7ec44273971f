package dev.deft.net.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Reads the headers of HTTP/2 (RFC 7541).
final class HpackDecoder {

    private static final int TABLE_BYTES = 4_096;
    private static final int ENTRY_OVERHEAD = 32;

    private final Huffman huffman = new Huffman();
    private final Deque<Field> table = new ArrayDeque<>();
    private int tableBytes;
    private int capacity = TABLE_BYTES;

    /// A header.
    record Field(String name, String value) {

        int size() {
            return name.length() + value.length() + ENTRY_OVERHEAD;
        }
    }

    private static final List<Field> STATIC =
            """
            :authority
            :method GET
            :method POST
            :path /
            :path /index.html
            :scheme http
            :scheme https
            :status 200
            :status 204
            :status 206
            :status 304
            :status 400
            :status 404
            :status 500
            accept-charset
            accept-encoding gzip, deflate
            accept-language
            accept-ranges
            accept
            access-control-allow-origin
            age
            allow
            authorization
            cache-control
            content-disposition
            content-encoding
            content-language
            content-length
            content-location
            content-range
            content-type
            cookie
            date
            etag
            expect
            expires
            from
            host
            if-match
            if-modified-since
            if-none-match
            if-range
            if-unmodified-since
            last-modified
            link
            location
            max-forwards
            proxy-authenticate
            proxy-authorization
            range
            referer
            refresh
            retry-after
            server
            set-cookie
            strict-transport-security
            transfer-encoding
            user-agent
            vary
            via
            www-authenticate
            """
                    .lines()
                    .map(HpackDecoder::field)
                    .toList();

    private static Field field(String line) {
        int blank = line.indexOf(' ');
        return blank < 0
                ? new Field(line, "")
                : new Field(line.substring(0, blank), line.substring(blank + 1));
    }

    /// @param most the most characters of all fields
    List<Field> decode(byte[] block, int most) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(block);
        List<Field> fields = new ArrayList<>();
        int size = 0;
        while (in.hasRemaining()) {
            int first = in.get(in.position()) & 255;
            if ((first & 0xe0) == 0x20) {
                resize(number(in, 5));
                continue;
            }
            Field field = (first & 0x80) != 0 ? indexed(number(in, 7)) : literal(in, first);
            size += field.size();
            if (size > most) {
                throw new IOException(
                        "the headers of the response have more than %d KB".formatted(most / 1024));
            }
            fields.add(field);
        }
        return fields;
    }

    private Field literal(ByteBuffer in, int first) throws IOException {
        boolean kept = (first & 0x40) != 0;
        int index = number(in, kept ? 6 : 4);
        String name = index == 0 ? text(in) : indexed(index).name();
        var field = new Field(name, text(in));
        if (kept) {
            evict(capacity - field.size());
            if (field.size() <= capacity) {
                table.addFirst(field);
                tableBytes += field.size();
            }
        }
        return field;
    }

    private void resize(int to) throws IOException {
        if (to > TABLE_BYTES) {
            throw broken();
        }
        capacity = to;
        evict(to);
    }

    private void evict(int room) {
        while (tableBytes > Math.max(room, 0) && !table.isEmpty()) {
            tableBytes -= table.removeLast().size();
        }
    }

    private Field indexed(int index) throws IOException {
        if (index < 1 || index > STATIC.size() + table.size()) {
            throw broken();
        }
        return index <= STATIC.size()
                ? STATIC.get(index - 1)
                : table.stream().skip(index - STATIC.size() - 1L).findFirst().orElseThrow();
    }

    private static int number(ByteBuffer in, int bits) throws IOException {
        int mask = (1 << bits) - 1;
        int value = next(in) & mask;
        if (value < mask) {
            return value;
        }
        for (int shift = 0; shift <= 21; shift += 7) {
            int more = next(in);
            value += (more & 0x7f) << shift;
            if ((more & 0x80) == 0) {
                return value;
            }
        }
        throw broken();
    }

    private String text(ByteBuffer in) throws IOException {
        boolean coded = in.hasRemaining() && (in.get(in.position()) & 0x80) != 0;
        int length = number(in, 7);
        if (length > in.remaining()) {
            throw broken();
        }
        var bytes = new byte[length];
        in.get(bytes);
        return new String(coded ? huffman.decode(bytes) : bytes, StandardCharsets.UTF_8);
    }

    private static int next(ByteBuffer in) throws IOException {
        if (!in.hasRemaining()) {
            throw broken();
        }
        return in.get() & 255;
    }

    private static IOException broken() {
        return new IOException("the server sent headers that cannot be read");
    }
}
