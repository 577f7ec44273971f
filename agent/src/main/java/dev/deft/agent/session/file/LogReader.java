package dev.deft.agent.session.file;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads the lines of a log, damaged or not. Recovers complete entries from damaged lines and skips
/// the rest.
final class LogReader {

    /// The start of every entry.
    private static final String ENTRY_PREFIX = "{\"role\":\"";

    private static final int BUFFER_SIZE = 1 << 16;

    /// The longest possible entry.
    static final int MAX_LINE_BYTES = JsonText.MAX_CHARS;

    /// How many times recovery looks for an entry in one damaged line.
    private static final int MAX_ATTEMPTS = 1_000;

    private LogReader() {}

    /// A position in the file.
    ///
    /// @param line the number of lines before it
    record Offset(long position, long line) {

        static final Offset START = new Offset(0, 0);
    }

    /// Reads every complete line.
    ///
    /// @return whether an incomplete line follows: a write that was cut short or is in progress
    static boolean read(Path log, Consumer<LogLine> consumer) throws IOException {
        return read(log, Offset.START, Long.MAX_VALUE, consumer);
    }

    /// @param until the position at which reading ends
    static boolean read(Path log, Offset from, long until, Consumer<LogLine> consumer)
            throws IOException {
        var lines = new Lines(consumer, from);
        byte[] buffer = new byte[BUFFER_SIZE];
        try (InputStream in = Files.newInputStream(log)) {
            in.skipNBytes(from.position());
            long left = until - from.position();
            while (left > 0) {
                int length = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (length < 0) {
                    break;
                }
                lines.add(buffer, length);
                left -= length;
            }
        }
        return lines.isUnfinished();
    }

    /// Splits the file into lines. Drops zeros, which no entry has and of which a damaged file may
    /// have any number, and lines longer than any entry.
    private static final class Lines {

        private final Consumer<LogLine> consumer;
        private ByteArrayOutputStream line = new ByteArrayOutputStream();
        private long number;
        private long start;
        private long position;
        private boolean zeros;
        private boolean tooLong;

        Lines(Consumer<LogLine> consumer, Offset from) {
            this.consumer = consumer;
            this.number = from.line();
            this.start = from.position();
            this.position = from.position();
        }

        void add(byte[] buffer, int length) {
            int from = 0;
            for (int i = 0; i < length; i++) {
                if (buffer[i] == '\n' || buffer[i] == 0) {
                    collect(buffer, from, i - from);
                    from = i + 1;
                    zeros |= buffer[i] == 0;
                    if (buffer[i] == '\n') {
                        end(position + i + 1);
                    }
                }
            }
            collect(buffer, from, length - from);
            position += length;
        }

        private void collect(byte[] buffer, int from, int length) {
            if (tooLong || line.size() + length > MAX_LINE_BYTES) {
                tooLong = true;
                line = new ByteArrayOutputStream();
            } else {
                line.write(buffer, from, length);
            }
        }

        private void end(long next) {
            number++;
            consumer.accept(
                    tooLong
                            ? new LogLine(number, start, next, List.of(), true)
                            : found(next, line.toString(StandardCharsets.UTF_8)));
            if (line.size() > BUFFER_SIZE) {
                line = new ByteArrayOutputStream();
            }
            line.reset();
            start = next;
            zeros = false;
            tooLong = false;
        }

        private LogLine found(long next, String text) {
            Optional<Json.Obj> whole = parsed(text);
            return whole.isPresent()
                    ? new LogLine(
                            number,
                            start,
                            next,
                            List.of(new LogLine.ParsedEntry(whole.get(), text)),
                            zeros || !isEntry(whole.get()))
                    : new LogLine(number, start, next, recovered(text), true);
        }

        /// Reports a complete entry without a newline as a line.
        boolean isUnfinished() {
            if (line.size() == 0 && !zeros && !tooLong) {
                return false;
            }
            if (zeros || tooLong || !isWhole(line.toString(StandardCharsets.UTF_8))) {
                return true;
            }
            end(position);
            return false;
        }
    }

    /// Whether a text is exactly one entry.
    static boolean isWhole(String text) {
        return !EntryHash.split(text).hash().isEmpty()
                && parsed(text).filter(LogReader::isEntry).isPresent();
    }

    private static Optional<Json.Obj> parsed(String text) {
        try {
            return Optional.of(JsonText.parseWritten(text));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    private static boolean isEntry(Json.Obj object) {
        return object.text("role").isPresent() && object.text("hash").isPresent();
    }

    /// The complete entries within a damaged line.
    private static List<LogLine.ParsedEntry> recovered(String line) {
        List<LogLine.ParsedEntry> entries = new ArrayList<>();
        int at = line.indexOf(ENTRY_PREFIX);
        for (int attempts = 0; at >= 0 && attempts < MAX_ATTEMPTS; attempts++) {
            int end = end(line, at);
            String text = end < 0 ? "" : line.substring(at, end);
            Optional<Json.Obj> entry =
                    text.isEmpty() ? Optional.empty() : parsed(text).filter(LogReader::isEntry);
            entry.ifPresent(it -> entries.add(new LogLine.ParsedEntry(it, text)));
            at = line.indexOf(ENTRY_PREFIX, entry.isPresent() ? end : at + 1);
        }
        return entries;
    }

    /// The position after the matching closing brace, or -1 if there is none.
    private static int end(String line, int start) {
        int depth = 0;
        boolean quoted = false;
        for (int i = start; i < line.length(); i++) {
            char it = line.charAt(i);
            if (quoted) {
                i += it == '\\' ? 1 : 0;
                quoted = it != '"';
            } else if (it == '"') {
                quoted = true;
            } else if (it == '{') {
                depth++;
            } else if (it == '}' && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }
}
