package dev.deft.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// What somebody pipes into the program. A pipe that nobody writes to and nobody closes, as some
/// build servers leave one, is not waited for.
final class PipedInput {

    private static final int MOST = 10 * 1024 * 1024;
    private static final long PATIENCE_SECONDS = 3;

    private PipedInput() {}

    static Optional<String> read(Console console) throws UsageException, IOException {
        if (console.hasKeyboard()) {
            return Optional.empty();
        }
        int first = first(console);
        if (first < 0) {
            return Optional.empty();
        }
        byte[] rest = console.in().readNBytes(MOST);
        if (rest.length == MOST) {
            throw new UsageException("more than 10 MB on standard input; give it a file instead");
        }
        byte[] all = new byte[rest.length + 1];
        all[0] = (byte) first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        String text = new String(all, StandardCharsets.UTF_8);
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
                            "deft: nothing came on standard input for %d s; going on without it"
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
