package dev.deft.agent.session;

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

    private LogReader() {}

    /// Tells of every line that has an end.
    ///
    /// @return whether something without an end follows: a write that was cut short, or one that is
    ///   under way
    static boolean read(Path log, Consumer<FoundLine> told) throws IOException {
        var lines = new Lines(told);
        byte[] piece = new byte[PIECE];
        try (InputStream in = Files.newInputStream(log)) {
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
                lines.add(piece, length);
            }
        }
        return lines.isUnfinished();
    }

    /// Cuts pieces of a file into lines. Zeros are dropped at once: a file may have any number of
    /// them, and an entry has none.
    private static final class Lines {

        private final Consumer<FoundLine> told;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private long number;
        private boolean zeros;

        Lines(Consumer<FoundLine> told) {
            this.told = told;
        }

        void add(byte[] piece, int length) {
            int start = 0;
            for (int i = 0; i < length; i++) {
                if (piece[i] == '\n' || piece[i] == 0) {
                    line.write(piece, start, i - start);
                    start = i + 1;
                    zeros |= piece[i] == 0;
                    if (piece[i] == '\n') {
                        end();
                    }
                }
            }
            line.write(piece, start, length - start);
        }

        private void end() {
            FoundLine found = found(++number, line.toString(StandardCharsets.UTF_8));
            told.accept(new FoundLine(number, found.entries(), found.damaged() || zeros));
            line.reset();
            zeros = false;
        }

        boolean isUnfinished() {
            return line.size() > 0 || zeros;
        }
    }

    /// The entries of a log, in their order.
    static List<Json.Obj> entries(Path log) throws IOException {
        List<Json.Obj> all = new ArrayList<>();
        read(log, it -> all.addAll(it.entries()));
        return all;
    }

    private static FoundLine found(long number, String line) {
        return parsed(line)
                .map(it -> new FoundLine(number, List.of(it), !isEntry(it)))
                .orElseGet(() -> new FoundLine(number, salvaged(line), true));
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
    private static List<Json.Obj> salvaged(String line) {
        List<Json.Obj> entries = new ArrayList<>();
        int at = line.indexOf(BEGINNING);
        while (at >= 0) {
            int end = end(line, at);
            Optional<Json.Obj> entry =
                    end < 0
                            ? Optional.empty()
                            : parsed(line.substring(at, end)).filter(LogReader::isEntry);
            entry.ifPresent(entries::add);
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
