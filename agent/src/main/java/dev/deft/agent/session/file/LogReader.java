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

/// Reads a log in whatever state it is. A line that is damaged is searched for the entries in it;
/// what is no entry is passed over.
final class LogReader {

    /// How every entry begins.
    private static final String BEGINNING = "{\"role\":\"";

    private static final int PIECE = 1 << 16;

    /// In bytes. No entry is longer.
    static final int MAX_LINE_BYTES = JsonText.LONGEST;

    /// How often an entry is looked for in a damaged line.
    private static final int MOST_TRIES = 1_000;

    private LogReader() {}

    /// Where reading begins.
    ///
    /// @param line how many lines stand before
    record Offset(long position, long line) {

        static final Offset START = new Offset(0, 0);
    }

    /// Tells of every line that is whole.
    ///
    /// @return whether something follows that is not: a write that was cut short, or one that is
    ///   under way
    static boolean read(Path log, Consumer<LogLine> told) throws IOException {
        return read(log, Offset.START, Long.MAX_VALUE, told);
    }

    /// @param until lines that begin here or later are left out
    static boolean read(Path log, Offset from, long until, Consumer<LogLine> told)
            throws IOException {
        var lines = new Lines(told, from);
        byte[] piece = new byte[PIECE];
        try (InputStream in = Files.newInputStream(log)) {
            in.skipNBytes(from.position());
            long left = until - from.position();
            while (left > 0) {
                int length = in.read(piece, 0, (int) Math.min(piece.length, left));
                if (length < 0) {
                    break;
                }
                lines.add(piece, length);
                left -= length;
            }
        }
        return lines.isUnfinished();
    }

    /// Cuts pieces of a file into lines. Zeros are dropped at once: a file may have any number of
    /// them, and an entry has none. So is a line that is longer than any entry.
    private static final class Lines {

        private final Consumer<LogLine> told;
        private ByteArrayOutputStream line = new ByteArrayOutputStream();
        private long number;
        private long start;
        private long position;
        private boolean zeros;
        private boolean tooLong;

        Lines(Consumer<LogLine> told, Offset from) {
            this.told = told;
            this.number = from.line();
            this.start = from.position();
            this.position = from.position();
        }

        void add(byte[] piece, int length) {
            int from = 0;
            for (int i = 0; i < length; i++) {
                if (piece[i] == '\n' || piece[i] == 0) {
                    collect(piece, from, i - from);
                    from = i + 1;
                    zeros |= piece[i] == 0;
                    if (piece[i] == '\n') {
                        end(position + i + 1);
                    }
                }
            }
            collect(piece, from, length - from);
            position += length;
        }

        private void collect(byte[] piece, int from, int length) {
            if (tooLong || line.size() + length > MAX_LINE_BYTES) {
                tooLong = true;
                line = new ByteArrayOutputStream();
            } else {
                line.write(piece, from, length);
            }
        }

        private void end(long next) {
            number++;
            told.accept(
                    tooLong
                            ? new LogLine(number, start, next, List.of(), true)
                            : found(next, line.toString(StandardCharsets.UTF_8)));
            if (line.size() > PIECE) {
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
                    : new LogLine(number, start, next, salvaged(text), true);
        }

        /// A whole entry that lacks nothing but the end of its line was written to its end.
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

    /// Whether a text is an entry from its first to its last character.
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

    /// The whole entries in a line that is not one.
    private static List<LogLine.ParsedEntry> salvaged(String line) {
        List<LogLine.ParsedEntry> entries = new ArrayList<>();
        int at = line.indexOf(BEGINNING);
        for (int tries = 0; at >= 0 && tries < MOST_TRIES; tries++) {
            int end = end(line, at);
            String words = end < 0 ? "" : line.substring(at, end);
            Optional<Json.Obj> entry =
                    words.isEmpty() ? Optional.empty() : parsed(words).filter(LogReader::isEntry);
            entry.ifPresent(it -> entries.add(new LogLine.ParsedEntry(it, words)));
            at = line.indexOf(BEGINNING, entry.isPresent() ? end : at + 1);
        }
        return entries;
    }

    /// Behind the brace that closes the one at a position, or -1 where none does.
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
