package dev.deft.app.terminal.editor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The clipboard of the desktop, read with the programs that desktops have for it.
public final class SystemClipboard implements Clipboard {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final List<List<String>> PROGRAMS =
            List.of(
                    List.of("wl-paste", "--no-newline", "--type", "image/png"),
                    List.of("xclip", "-selection", "clipboard", "-t", "image/png", "-o"),
                    List.of("pngpaste", "-"));

    private final List<List<String>> programs;

    public SystemClipboard() {
        this(PROGRAMS);
    }

    SystemClipboard(List<List<String>> programs) {
        this.programs = programs;
    }

    @Override
    public Optional<byte[]> image() {
        return programs.stream().map(SystemClipboard::ask).flatMap(Optional::stream).findFirst();
    }

    private static Optional<byte[]> ask(List<String> program) {
        try {
            Process process =
                    new ProcessBuilder(program)
                            .redirectInput(ProcessBuilder.Redirect.PIPE)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            process.getOutputStream().close();
            Thread killer = Thread.ofVirtual().start(() -> killLater(process));
            try {
                byte[] content = read(process.getInputStream());
                boolean good = process.waitFor(1, TimeUnit.SECONDS) && process.exitValue() == 0;
                return good && content.length > 0 ? Optional.of(content) : Optional.empty();
            } finally {
                killer.interrupt();
                process.destroyForcibly();
            }
        } catch (IOException _) {
            // The program is not installed, or was ended.
            return Optional.empty();
        } catch (InterruptedException _) {
            // The session ends.
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static void killLater(Process process) {
        try {
            if (!process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            // It has ended in time.
            Thread.currentThread().interrupt();
        }
    }

    /// One byte more than allowed is enough to see that it is too much.
    private static byte[] read(InputStream in) throws IOException {
        var content = new ByteArrayOutputStream();
        content.writeBytes(in.readNBytes(ImageFile.MOST_BYTES + 1));
        return content.toByteArray();
    }
}
