package dev.deft.app.cli.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Input that is piped into the program.
public final class PipedInput {

    private static final int MOST = 10 * 1024 * 1024;
    private static final long TIMEOUT_SECONDS = 3;

    private PipedInput() {}

    /// Reads it all, however long it takes.
    public static Optional<String> await(Console console) throws UsageException, IOException {
        return text(console.in().readNBytes(MOST + 1), console);
    }

    /// Reads it if there is any. A pipe that stays open without data, as on some build servers, is
    /// not waited for.
    public static Optional<String> readIfThere(Console console) throws UsageException, IOException {
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
        return text(all.toByteArray(), console);
    }

    private static Optional<String> text(byte[] bytes, Console console) throws UsageException {
        if (bytes.length > MOST) {
            throw new UsageException("more than 10 MB on standard input; give it a file instead");
        }
        String text = decoded(bytes, console);
        if (text.indexOf('\0') >= 0) {
            throw new UsageException(
                    "standard input is not text; write it to a file and name that file");
        }
        return text.isBlank() ? Optional.empty() : Optional.of(text.stripTrailing());
    }

    /// Decodes UTF-8, or UTF-16 with a byte order mark; anything else is decoded as windows-1252,
    /// with a note.
    public static String decoded(byte[] bytes, Console console) {
        if (hasMarkOfUtf16(bytes)) {
            return new String(bytes, StandardCharsets.UTF_16);
        }
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException _) {
            console.note("standard input is not UTF-8; it is read as windows-1252");
            return new String(bytes, Charset.forName("windows-1252"));
        }
    }

    private static boolean hasMarkOfUtf16(byte[] bytes) {
        return bytes.length >= 2
                && ((bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff)
                        || (bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe));
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
            return byteRead.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            console.note(
                    "no data arrived on standard input within %d s, so the run continues without it. To wait for it, add -: deft run - \"PROMPT\""
                            .formatted(TIMEOUT_SECONDS));
            return -1;
        } catch (ExecutionException e) {
            throw new IOException("standard input cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading standard input", e);
        }
    }
}
