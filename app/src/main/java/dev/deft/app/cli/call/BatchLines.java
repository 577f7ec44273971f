package dev.deft.app.cli.call;

import dev.deft.json.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The lines of a batch, read one at a time and bounded in length.
final class BatchLines {

    private static final int LONGEST = 64 * 1024 * 1024;

    private final InputStream in;
    private long number;
    private Json id = Json.Null.VALUE;

    BatchLines(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /// The number of the last line read, from 1.
    long number() {
        return number;
    }

    /// The id of the current call, as its line has it.
    Json id() {
        return id;
    }

    void answering(Json id) {
        this.id = id;
    }

    /// The next line, cut if it is too long; empty at the end.
    Optional<String> next() throws IOException {
        var line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return Optional.empty();
        }
        number++;
        while (next >= 0 && next != '\n') {
            if (line.size() < LONGEST) {
                line.write(next);
            }
            next = in.read();
        }
        return Optional.of(line.toString(StandardCharsets.UTF_8));
    }
}
