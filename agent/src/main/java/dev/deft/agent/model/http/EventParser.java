package dev.deft.agent.model.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Parses server-sent events from chunks of bytes.
///
/// Lines end with LF, CR or both. Comments, names, ids and unknown fields are skipped. An event is
/// complete with its empty line.
final class EventParser {

    /// The most bytes of a line and of the data of an event.
    static final int MAX_EVENT_BYTES = 16 * 1024 * 1024;

    /// The most bytes of a stream.
    static final long MAX_BYTES = 128L * 1024 * 1024;

    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private long total;
    private boolean hasData;
    private boolean afterReturn;
    private boolean atStart = true;

    /// The events that these bytes complete.
    List<ServerEvent> read(ByteBuffer bytes) throws IOException {
        total += bytes.remaining();
        if (total > MAX_BYTES) {
            throw tooLong("a stream", MAX_BYTES);
        }
        byte[] chunk = new byte[bytes.remaining()];
        bytes.get(chunk);
        var events = new ArrayList<ServerEvent>();
        int from = 0;
        for (int at = 0; at < chunk.length; at++) {
            if (chunk[at] == '\n' || chunk[at] == '\r') {
                endLine(chunk, from, at, events);
                from = at + 1;
            }
        }
        append(chunk, from, chunk.length);
        return events;
    }

    private void append(byte[] chunk, int from, int to) throws IOException {
        if (line.size() + to - from > MAX_EVENT_BYTES) {
            throw tooLong("an event", MAX_EVENT_BYTES);
        }
        line.write(chunk, from, to - from);
    }

    private void endLine(byte[] chunk, int from, int at, List<ServerEvent> events)
            throws IOException {
        append(chunk, from, at);
        boolean secondHalf = chunk[at] == '\n' && afterReturn && line.size() == 0;
        afterReturn = chunk[at] == '\r';
        if (secondHalf) {
            return;
        }
        byte[] whole = line.toByteArray();
        line.reset();
        endLine(atStart ? withoutMark(whole) : whole, events);
        atStart = false;
    }

    private void endLine(byte[] whole, List<ServerEvent> events) throws IOException {
        if (whole.length == 0) {
            if (hasData) {
                events.add(new ServerEvent(data.toString()));
            }
            data.setLength(0);
            hasData = false;
            return;
        }
        if (!isData(whole)) {
            return;
        }
        int from = DATA.length;
        if (from < whole.length) {
            from += whole.length > from + 1 && whole[from + 1] == ' ' ? 2 : 1;
        }
        if (data.length() + whole.length - from > MAX_EVENT_BYTES) {
            throw tooLong("an event", MAX_EVENT_BYTES);
        }
        if (hasData) {
            data.append('\n');
        }
        data.append(new String(whole, from, whole.length - from, StandardCharsets.UTF_8));
        hasData = true;
    }

    private static boolean isData(byte[] whole) {
        if (whole.length < DATA.length
                || (whole.length > DATA.length && whole[DATA.length] != ':')) {
            return false;
        }
        for (int i = 0; i < DATA.length; i++) {
            if (whole[i] != DATA[i]) {
                return false;
            }
        }
        return true;
    }

    /// A stream may begin with a byte order mark.
    private static byte[] withoutMark(byte[] whole) {
        boolean marked =
                whole.length >= 3
                        && whole[0] == (byte) 0xEF
                        && whole[1] == (byte) 0xBB
                        && whole[2] == (byte) 0xBF;
        return marked ? Arrays.copyOfRange(whole, 3, whole.length) : whole;
    }

    private static IOException tooLong(String what, long bytes) {
        return new ProviderException(
                new ProviderError(
                        ProviderError.Kind.REFUSED,
                        "it sent %s of more than %d MiB".formatted(what, bytes >> 20)));
    }
}
