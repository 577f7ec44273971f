package dev.deft.app.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// What somebody pipes into the program.
final class PipedInput {

    private static final int MOST = 10 * 1024 * 1024;
    private static final long PATIENCE_SECONDS = 3;

    private PipedInput() {}

    /// All of it, however long it takes to come.
    static Optional<String> await(Console console) throws UsageException, IOException {
        return text(console.in().readNBytes(MOST + 1));
    }

    /// The same, where something is piped in at all. A pipe that nobody writes to and nobody
    /// closes, as some build servers leave one, is not waited for.
    static Optional<String> readIfThere(Console console) throws UsageException, IOException {
        if (console.hasKeyboard()) {
            return Optional.empty();
        }
        int first = first(console);
        if (first < 0) {
            return Optional.empty();
        }
        var all = new ByteArrayOutputStream();
        all.write(first);
        all.writeBytes(console.in().readNBytes(MOST));
        return text(all.toByteArray());
    }

    private static Optional<String> text(byte[] bytes) throws UsageException {
        if (bytes.length > MOST) {
            throw new UsageException("more than 10 MB on standard input; give it a file instead");
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf('\0') >= 0) {
            throw new UsageException(
                    "what is piped in is not text; write it to a file and name that");
        }
        return text.isBlank() ? Optional.empty() : Optional.of(text.stripTrailing());
    }

    private static int first(Console console) throws IOException {
        InputStream in = console.in();
        var byteRead = new CompletableFuture<Integer>();
        Thread.ofPlatform()
                .daemon()
                .name("standard input")
                .start(() -> {
                    try {
                        byteRead.complete(in.read());
                    } catch (IOException e) {
                        byteRead.completeExceptionally(e);
                    }
                });
        try {
            return byteRead.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            console.err()
                    .println(
                            "deft: nothing came on standard input for %d s; going on without it. Where something will come, add - to the words: deft run - \"PROMPT\""
                                    .formatted(PATIENCE_SECONDS));
            return -1;
        } catch (ExecutionException e) {
            throw new IOException("standard input cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading standard input", e);
        }
    }
}
