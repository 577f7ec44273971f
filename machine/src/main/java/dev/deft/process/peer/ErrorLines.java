package dev.deft.process.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

/// Keeps the end of what a program prints on standard error, in two files of bounded size.
final class ErrorLines {

    private static final int MOST_BYTES = 256 * 1024;
    private static final int LAST_BYTES = 2 * 1024;

    private final Path file;
    private byte[] last = new byte[0];

    ErrorLines(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    synchronized String last() {
        return new String(last, StandardCharsets.UTF_8).strip();
    }

    /// Reads until the end, also where nothing can be written: otherwise the program would block.
    void readAll(InputStream in) {
        byte[] buffer = new byte[8 * 1024];
        long written = 0;
        try (in) {
            rotate();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                keep(buffer, count);
                if (written + count > MOST_BYTES) {
                    rotate();
                    written = 0;
                }
                append(buffer, count);
                written += count;
            }
        } catch (IOException _) {
            // The program is gone.
        }
    }

    private synchronized void keep(byte[] buffer, int count) {
        byte[] all = Arrays.copyOf(last, last.length + count);
        System.arraycopy(buffer, 0, all, last.length, count);
        last = Arrays.copyOfRange(all, Math.max(0, all.length - LAST_BYTES), all.length);
    }

    private void append(byte[] buffer, int count) {
        try (OutputStream out =
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            out.write(buffer, 0, count);
        } catch (IOException _) {
            // A full disk must not stop the program.
        }
    }

    private void rotate() {
        try {
            Path directory = file.getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            if (Files.exists(file)) {
                Files.move(
                        file,
                        file.resolveSibling(file.getFileName() + ".1"),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        } catch (IOException _) {
            // See append.
        }
    }
}
