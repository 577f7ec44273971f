package dev.deft.agent.model.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Parses server-sent events from chunks of bytes.
///
/// Lines end with LF, CR or both. Comments, names, ids and unknown fields are skipped. An event is
/// complete with its empty line. An event of one line that arrived in one chunk is not copied.
final class EventParser {

    /// The most bytes of a line and of the data of an event.
    static final int MAX_EVENT_BYTES = 16 * 1024 * 1024;

    /// The most bytes of a stream.
    static final long MAX_BYTES = 128L * 1024 * 1024;

    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = {};

    /// The beginning of a line whose end has not arrived.
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /// The data of an event of several lines or chunks.
    private final ByteArrayOutputStream joined = new ByteArrayOutputStream();

    /// The data of an event of one line, in the chunk that is read; none if it is in `joined`.
    private byte[] chunk = NOTHING;

    private int from;
    private int length;
    private boolean hasData;
    private long total;
    private boolean afterReturn;
    private boolean atStart = true;

    /// The events that these bytes complete. They are valid until the bytes change.
    List<ServerEvent> read(ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        total += count;
        if (total > MAX_BYTES) {
            throw tooLong("a stream", MAX_BYTES);
        }
        if (bytes.hasArray()) {
            int start = bytes.arrayOffset() + bytes.position();
            bytes.position(bytes.limit());
            return read(bytes.array(), start, start + count);
        }
        byte[] copy = new byte[count];
        bytes.get(copy);
        return read(copy, 0, count);
    }

    private List<ServerEvent> read(byte[] bytes, int start, int end) throws IOException {
        List<ServerEvent> events = new ArrayList<>();
        int begin = start;
        for (int at = start; at < end; at++) {
            byte it = bytes[at];
            if (it == '\n' || it == '\r') {
                endLine(bytes, begin, at, events);
                begin = at + 1;
            }
        }
        keep();
        append(bytes, begin, end);
        return events;
    }

    private void append(byte[] bytes, int begin, int end) throws IOException {
        if (line.size() + end - begin > MAX_EVENT_BYTES) {
            throw tooLong("an event", MAX_EVENT_BYTES);
        }
        line.write(bytes, begin, end - begin);
    }

    private void endLine(byte[] bytes, int begin, int at, List<ServerEvent> events)
            throws IOException {
        boolean secondHalf = bytes[at] == '\n' && afterReturn && line.size() == 0 && begin == at;
        afterReturn = bytes[at] == '\r';
        if (secondHalf) {
            return;
        }
        if (line.size() == 0 && at - begin <= MAX_EVENT_BYTES) {
            wholeLine(bytes, begin, at - begin, events);
        } else {
            append(bytes, begin, at);
            byte[] whole = line.toByteArray();
            line.reset();
            wholeLine(whole, 0, whole.length, events);
        }
        atStart = false;
    }

    private void wholeLine(byte[] bytes, int begin, int count, List<ServerEvent> events)
            throws IOException {
        int mark = atStart && startsWithMark(bytes, begin, count) ? 3 : 0;
        readLine(bytes, begin + mark, count - mark, events);
    }

    private void readLine(byte[] bytes, int begin, int count, List<ServerEvent> events)
            throws IOException {
        if (count == 0) {
            if (hasData) {
                events.add(event());
            }
            chunk = NOTHING;
            joined.reset();
            hasData = false;
            return;
        }
        if (!isData(bytes, begin, count)) {
            return;
        }
        int value = DATA.length;
        if (value < count) {
            value += count > value + 1 && bytes[begin + value + 1] == ' ' ? 2 : 1;
        }
        if (length() + count - value > MAX_EVENT_BYTES) {
            throw tooLong("an event", MAX_EVENT_BYTES);
        }
        if (hasData) {
            keep();
            joined.write('\n');
            joined.write(bytes, begin + value, count - value);
        } else {
            chunk = bytes;
            from = begin + value;
            length = count - value;
        }
        hasData = true;
    }

    /// How many bytes of data the event has so far.
    private int length() {
        return !hasData ? 0 : chunk.length > 0 ? length : joined.size();
    }

    /// Copies data of an event that goes on, before its chunk is gone.
    private void keep() {
        if (hasData && chunk.length > 0) {
            joined.write(chunk, from, length);
            chunk = NOTHING;
        }
    }

    private ServerEvent event() {
        return chunk.length > 0
                ? new ServerEvent(chunk, from, length)
                : new ServerEvent(joined.toByteArray(), 0, joined.size());
    }

    private static boolean isData(byte[] bytes, int begin, int count) {
        if (count < DATA.length || (count > DATA.length && bytes[begin + DATA.length] != ':')) {
            return false;
        }
        for (int i = 0; i < DATA.length; i++) {
            if (bytes[begin + i] != DATA[i]) {
                return false;
            }
        }
        return true;
    }

    /// A stream may begin with a byte order mark.
    private static boolean startsWithMark(byte[] bytes, int begin, int count) {
        return count >= 3
                && bytes[begin] == (byte) 0xEF
                && bytes[begin + 1] == (byte) 0xBB
                && bytes[begin + 2] == (byte) 0xBF;
    }

    private static IOException tooLong(String what, long bytes) {
        return new ProviderException(
                new ProviderError(
                        ProviderError.Kind.REFUSED,
                        "it sent %s of more than %d MiB".formatted(what, bytes >> 20)));
    }
}
